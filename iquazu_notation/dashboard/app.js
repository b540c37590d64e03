"use strict";
// What the app does in the browser by itself; Dash calls these.
window.dash_clientside = Object.assign({}, window.dash_clientside, {
  iquazu: {
    // The button was pressed: the other ground than the one shown.
    choose: (presses, chosen) =>
      presses ? (window.iquazu.ground(chosen) === "dark" ? "light" : "dark") : (chosen ?? null),
    apply: (chosen) => {
      const ground = window.iquazu.ground(chosen);
      document.documentElement.dataset.theme = ground;
      return ground === "dark" ? "☀ Light" : "☾ Dark";
    },
    dress: (figure, chosen) => window.iquazu.dress(figure, window.iquazu.ground(chosen)),
    walk: (data) => {
      window.iquazu.walk(document.getElementById("walk"), data);
      return "ready";
    },
  },
});
document.documentElement.dataset.theme = window.iquazu.ground(null);
