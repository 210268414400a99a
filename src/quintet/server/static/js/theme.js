// @ts-check
/** @file Runs before the page is drawn: light or dark as was chosen here. */
try {
  const theme = JSON.parse(localStorage.getItem("quintet") ?? "{}").theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the screen.
}
