// @ts-check
/** @file Sets the light or dark theme before the first paint. */
try {
  const theme = JSON.parse(localStorage.getItem("quintet") ?? "{}").theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the screen.
}
