/* For a parcel's label: browsers print the page's URL, whose query would reveal for whom a keeper sends. */
let query = "";

function show(search) {
  history.replaceState(history.state, "", location.pathname + search);
}

addEventListener("beforeprint", () => {
  query = location.search;
  show("");
});
addEventListener("afterprint", () => show(query));
