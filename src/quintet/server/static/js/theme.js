// @ts-check
/** @file Sets the themes of page, boards and pieces before the first paint. */
try {
  const { theme, boards, pieces } = JSON.parse(localStorage.getItem("quintet") ?? "{}");
  const { dataset } = document.documentElement;
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  if (boards) dataset.boards = boards;
  if (pieces) dataset.pieces = pieces;
} catch {
  // A browser that keeps nothing follows the screen.
}
