/* On a parcel's label: browsers print the address of the page, whose query would say for whom a keeper sends. */
let query = "";

function show(search) {
  history.replaceState(history.state, "", location.pathname + search);
}

addEventListener("beforeprint", () => {
  query = location.search;
  show("");
});
addEventListener("afterprint", () => show(query));
