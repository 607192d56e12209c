// SPDX-License-Identifier: GPL-3.0-or-later
// The page is whole without this, which finds names and opens and closes the tree.  It only reads
// text and sets classes and attributes, so that no name becomes markup.
"use strict";

(() => {
  const tools = document.querySelector (".tools");
  const tree = document.querySelector (".contexts");
  const find = document.getElementById ("find");
  const count = document.getElementById ("count");
  const rows = Array.from (tree.querySelectorAll (".row, li.name"));
  const functions = Array.from (document.querySelectorAll (".functions tbody tr"));
  let found = [];
  let at = -1;

  const name = (row) => Array.from (row.querySelectorAll ("code"), (code) => code.textContent)
    .join (" ").toLowerCase ();

  const reveal = (element) => {
    for (let up = element.parentElement; up !== null; up = up.parentElement)
      if (up.localName === "details")
        up.open = true;
    element.scrollIntoView ({ block: "center" });
  };

  const search = () => {
    const text = find.value.trim ().toLowerCase ();

    found = text === "" ? [] : rows.filter ((row) => name (row).includes (text));
    at = -1;
    for (const row of rows)
      row.classList.remove ("found");
    for (const row of functions)
      row.hidden = !name (row).includes (text);
    count.textContent = text === "" ? "" : String (found.length);
  };

  const step = (by) => {
    if (found.length === 0)
      return;
    if (at !== -1)
      found[at].classList.remove ("found");
    at = at === -1 ? (by === 1 ? 0 : found.length - 1) : (at + by + found.length) % found.length;
    found[at].classList.add ("found");
    reveal (found[at]);
    count.textContent = `${at + 1} / ${found.length}`;
  };

  const open_all = (open) => {
    for (const details of tree.querySelectorAll ("details"))
      details.open = open;
  };

  // Of a name in a link of calls, the names are closed too.
  const go = () => {
    const target = document.getElementById (location.hash.slice (1));

    if (target !== null)
      reveal (target);
  };

  find.addEventListener ("input", search);
  find.addEventListener ("keydown", (event) => {
    if (event.key !== "Enter")
      return;
    event.preventDefault ();
    step (event.shiftKey ? -1 : 1);
  });
  document.getElementById ("open").addEventListener ("click", () => open_all (true));
  document.getElementById ("close").addEventListener ("click", () => open_all (false));
  window.addEventListener ("hashchange", go);
  tools.hidden = false;
})();
