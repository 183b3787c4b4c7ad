// When the map is painted again though nobody has touched it: another size, another theme, paper.

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import("./drawing.js").MapDrawing} drawing
 * @returns {() => void} to have it no longer
 */
export function keepPainted(canvas, drawing) {
  const away = new AbortController();
  const { signal } = away;
  const later = () => drawing.later();
  // at once: the frame that shows the new size is about to be drawn
  const sizes = new ResizeObserver(() => drawing.paint());
  sizes.observe(canvas);
  const themes = new MutationObserver(later);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", later, { signal });
  addEventListener("beforeprint", () => drawing.print(), { signal });
  addEventListener("afterprint", () => drawing.printed(), { signal });
  return () => {
    away.abort();
    sizes.disconnect();
    themes.disconnect();
  };
}
