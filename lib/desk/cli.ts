import { readSettings } from "../settings.ts";
import { runDesk } from "./commands.ts";

const { code, stdout, stderr } = await runDesk(Deno.args, readSettings, confirm);
if (stdout) console.log(stdout);
if (stderr) console.error(stderr);
Deno.exit(code);
