"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const figures = read("figures");
  const dark = read("dark");
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const button = document.getElementById("theme");
  const drawn = new Set();
  let chosen = null;

  const ground = () => chosen ?? (system.matches ? "dark" : "light");

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

  const draw = (place) => {
    const figure = structuredClone(figures[place.id]);
    const shown = ground() === "dark" ? recolour(figure, false) : figure;
    drawn.add(place);
    return Plotly.react(place, shown.data, shown.layout, {
      displayModeBar: false,
      responsive: true,
      scrollZoom: false,
    });
  };

  const apply = () => {
    document.documentElement.dataset.theme = ground();
    button.textContent = ground() === "dark" ? "☀ Light" : "☾ Dark";
    drawn.forEach(draw);
  };

  button.addEventListener("click", () => {
    chosen = ground() === "dark" ? "light" : "dark";
    apply();
  });
  system.addEventListener("change", apply);

  const places = document.querySelectorAll(".figure");
  const watcher = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        draw(target);
      }
    },
    { rootMargin: "600px" },
  );
  places.forEach((place) => watcher.observe(place));
  window.addEventListener("beforeprint", () => {
    places.forEach((place) => drawn.has(place) || draw(place));
  });
  apply();
})();
