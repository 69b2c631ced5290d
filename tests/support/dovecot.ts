import { freePort } from "./postgres.ts";
import { installed } from "./programs.ts";
import { until } from "./until.ts";

const PASSWORD = "secret/of@the?mailbox";

/** A real IMAP server with one mailbox, whose mails are delivered as files. */
export interface TestMailbox extends AsyncDisposable {
  /** For IMAP_URL. */
  url: string;
  /** Delivers a mail, as a mail server does. */
  deliver(mail: string): Promise<void>;
  /** Flags of each mail; "S" means seen. */
  flags(): Promise<string[]>;
  stop(): Promise<void>;
}

/** True if Dovecot is available; installs it from Debian if allowed. */
export function hasDovecot(): Promise<boolean> {
  // Only root can switch to Dovecot's users.
  return Deno.uid() === 0
    ? installed("dovecot", { debianPackage: "dovecot-imapd" })
    : Promise.resolve(false);
}

export async function startDovecot(): Promise<TestMailbox> {
  const directory = await Deno.makeTempDir({ prefix: "gift-exchange-dovecot-" });
  const port = freePort();
  const mails = `${directory}/mails`;
  for (const path of [mails, ...["new", "cur", "tmp"].map((name) => `${mails}/${name}`)]) {
    await Deno.mkdir(path);
    await Deno.chown(path, NOBODY, NOBODY);
  }
  await Deno.chmod(directory, 0o755);
  await Deno.writeTextFile(
    `${directory}/dovecot.conf`,
    `protocols = imap
listen = 127.0.0.1
base_dir = ${directory}/run
log_path = ${directory}/log
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${mails}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${directory}
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`,
  );
  const child = new Deno.Command("dovecot", {
    args: ["-F", "-c", `${directory}/dovecot.conf`],
    stdout: "null",
    stderr: "null",
  }).spawn();
  await until(
    () => answers(port),
    async () => `Dovecot starts: ${await Deno.readTextFile(`${directory}/log`)}`,
  );
  let count = 0;
  let isRunning = true;
  const stop = async () => {
    if (!isRunning) return;
    isRunning = false;
    child.kill("SIGTERM");
    await child.status;
  };
  return {
    url: `imap://bounces:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    async deliver(mail) {
      const name = `${Date.now()}.${++count}.test`;
      await Deno.writeTextFile(`${mails}/tmp/${name}`, mail);
      await Deno.chown(`${mails}/tmp/${name}`, NOBODY, NOBODY);
      await Deno.rename(`${mails}/tmp/${name}`, `${mails}/new/${name}`);
    },
    async flags() {
      const flags = [];
      for (const folder of ["new", "cur"]) {
        for await (const { name } of Deno.readDir(`${mails}/${folder}`)) {
          flags.push(/:2,(\w*)$/.exec(name)?.[1] ?? "");
        }
      }
      return flags.sort();
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await Deno.remove(directory, { recursive: true });
    },
  };
}

/** Id of the user that owns the mails. */
const NOBODY = 65_534;

async function answers(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}
