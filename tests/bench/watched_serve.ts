/**
 * The service of the working directory, which measures how long its main thread computes between two turns of the event
 * loop, in CPU time. On SIGUSR2, it writes the maximum since the last signal to the file named in WATCHED, in ms. Linux
 * only.
 */
const file = Deno.env.get("WATCHED") ?? "";

function ranFor(): number {
  const [ran] = Deno.readTextFileSync(`/proc/self/task/${Deno.pid}/schedstat`).split(" ");
  return Number(ran) / 1e6;
}

let longest = 0;
let last = ranFor();
setInterval(() => {
  const ran = ranFor();
  longest = Math.max(longest, ran - last);
  last = ran;
}, 1);
Deno.addSignalListener("SIGUSR2", () => {
  Deno.writeTextFileSync(`${file}.new`, String(longest));
  Deno.renameSync(`${file}.new`, file);
  longest = 0;
});

await import(`${Deno.cwd()}/lib/serve.ts`);
