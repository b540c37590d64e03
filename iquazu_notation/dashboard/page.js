"use strict";
// The page to share: figures are drawn when they come into view; the button changes the ground.
(() => {
  const figures = JSON.parse(document.getElementById("figures").textContent);
  const { system, ground, dress } = window.iquazu;
  const button = document.getElementById("theme");
  const drawn = new Set();
  let chosen = null;

  const draw = (place) => {
    const shown = dress(figures[place.id], ground(chosen));
    drawn.add(place);
    return Plotly.react(place, shown.data, shown.layout, {
      displayModeBar: false,
      responsive: true,
      scrollZoom: false,
    });
  };

  const apply = () => {
    document.documentElement.dataset.theme = ground(chosen);
    button.textContent = ground(chosen) === "dark" ? "☀ Light" : "☾ Dark";
    drawn.forEach(draw);
  };

  button.addEventListener("click", () => {
    chosen = ground(chosen) === "dark" ? "light" : "dark";
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
