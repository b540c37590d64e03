"use strict";
// What page and app share: the ground (light or dark), figures in its colours, and the turn shown.
window.iquazu = (() => {
  const dark = JSON.parse(document.getElementById("dark").textContent);
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const shared = { turn: null };

  const ground = (chosen) => chosen ?? (system.matches ? "dark" : "light");

  // Only what stands under a key that names a colour is changed: names of players are text.
  const recolour = (value, isColour) => {
    if (typeof value === "string") return isColour ? (dark[value] ?? value) : value;
    if (Array.isArray(value)) return value.map((part) => recolour(part, isColour));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        recolour(part, /color(scale)?$/.test(key)),
      ]),
    );
  };

  const cursors = (layout) =>
    (layout?.shapes ?? []).map((shape, at) => (shape.name === "cursor" ? at : -1)).filter((at) => at >= 0);

  // A copy of a figure for one ground, with its cursor at the turn that is shown.
  const dress = (figure, on) => {
    const copy = structuredClone(figure);
    const shown = on === "dark" ? recolour(copy, false) : copy;
    if (shared.turn !== null)
      for (const at of cursors(shown.layout))
        Object.assign(shown.layout.shapes[at], { x0: shared.turn, x1: shared.turn });
    return shown;
  };

  const moveCursors = () => {
    for (const plot of document.querySelectorAll(".js-plotly-plot")) {
      const change = {};
      for (const at of cursors(plot.layout))
        change[`shapes[${at}].x0`] = change[`shapes[${at}].x1`] = shared.turn;
      if (Object.keys(change).length) Plotly.relayout(plot, change);
    }
  };

  return Object.assign(shared, { system, ground, dress, moveCursors });
})();
