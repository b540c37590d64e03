"use strict";
// Walking through a game: buttons, a slider, the arrow keys, and lines of the ledger to click.
(() => {
  let here = null; // the walk on this page

  const button = (text, says, go) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.title = says;
    made.setAttribute("aria-label", says);
    made.addEventListener("click", go);
    return made;
  };

  const start = (root, data) => {
    const last = data.turns.length - 1;
    const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: last });
    slider.setAttribute("aria-label", "Turn to show");
    const told = document.createElement("output");
    const board = document.createElement("div");
    board.className = "board";
    const said = document.createElement("ul");
    const bar = document.createElement("div");
    bar.className = "walk-bar";
    let at = last;
    let later = 0;

    const show = (to) => {
      at = Math.max(0, Math.min(last, to));
      const turn = data.turns[at];
      window.iquazu.turn = turn;
      slider.value = at;
      told.textContent =
        at === 0 ? "before the first turn" : `after turn ${turn} of ${data.turns[last]}`;
      slider.setAttribute("aria-valuetext", told.textContent);
      // The drawing comes from the server with all names in it escaped.
      board.innerHTML = data.boards[at].map((line) => data.lines[line]).join("\n");
      said.replaceChildren(
        ...data.said[at].map((line) =>
          Object.assign(document.createElement("li"), { textContent: line }),
        ),
      );
      for (const row of document.querySelectorAll("[data-turn]"))
        row.classList.toggle("now", Number(row.dataset.turn) === turn);
      clearTimeout(later);
      later = setTimeout(() => {
        window.iquazu.moveCursors();
        history.replaceState(history.state, "", `#turn-${turn}`);
      }, 120);
    };
    const scoring = (step) => {
      const turns = step > 0 ? data.scorings : [...data.scorings].reverse();
      const next = turns.find((turn) => (turn - data.turns[at]) * step > 0);
      show(next === undefined ? (step > 0 ? last : 0) : data.turns.indexOf(next));
    };
    const keys = {
      ArrowLeft: () => show(at - 1),
      ArrowRight: () => show(at + 1),
      PageUp: () => scoring(-1),
      PageDown: () => scoring(1),
      Home: () => show(0),
      End: () => show(last),
    };
    bar.append(
      button("«", "Scoring before (Page up)", keys.PageUp),
      button("‹", "Turn before (left arrow)", keys.ArrowLeft),
      slider,
      button("›", "Next turn (right arrow)", keys.ArrowRight),
      button("»", "Next scoring (Page down)", keys.PageDown),
      told,
    );
    root.replaceChildren(bar, board, said);
    slider.addEventListener("input", () => show(Number(slider.value)));
    here = { root, keys, to: (turn) => show(data.turns.indexOf(turn)) };
    const asked = /^#turn-(\d+)$/.exec(location.hash);
    const found = asked ? data.turns.indexOf(Number(asked[1])) : -1;
    show(found < 0 ? last : found);
  };

  document.addEventListener("keydown", (event) => {
    if (!here?.root.isConnected || event.altKey || event.ctrlKey || event.metaKey) return;
    const typing = event.target.closest?.("input:not([type=range]), textarea, select, [role=listbox]");
    const go = here.keys[event.key];
    if (!go || typing) return;
    event.preventDefault();
    go();
  });
  document.addEventListener("click", (event) => {
    const row = event.target.closest?.("[data-turn]");
    if (row && here?.root.isConnected) here.to(Number(row.dataset.turn));
  });

  window.iquazu.walk = start;
  const root = document.getElementById("walk");
  const data = document.getElementById("walk-data");
  if (root && data) start(root, JSON.parse(data.textContent));
})();
