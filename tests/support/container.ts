import { z } from "zod";
import { isRunnable } from "./programs.ts";

const encode = (text: string) => new TextEncoder().encode(text);

const inspectionSchema = z.object({
  OCIv1: z.object({ config: z.object({ Cmd: z.array(z.string()) }) }),
});

/** A running container. */
export interface Contained extends AsyncDisposable {
  /** Id of its main process, on this machine. */
  process(): Promise<number>;
  /** Asks it to terminate, and waits until it has. */
  stop(): Promise<{ code: number; printed: string }>;
}

/** Images and containers in a directory of their own, built with buildah, which needs no daemon. */
export class Containers implements AsyncDisposable {
  readonly #directory: string;
  readonly #driver: string;

  private constructor(directory: string, driver: string) {
    this.#directory = directory;
    this.#driver = driver;
  }

  /**
   * Prepares them with a base image from this machine's files: a shell, deno, and the libraries of both.
   *
   * @returns the reason, if it is not possible here.
   */
  static async open(base: string): Promise<Containers | string> {
    if (Deno.build.os !== "linux") return "containers are of Linux";
    if (!await isRunnable("buildah", "--version")) return "buildah must be there";
    let reason: unknown;
    // overlay copies no layer it can read through; vfs works everywhere.
    for (const driver of ["overlay", "vfs"]) {
      const directory = await Deno.makeTempDir({ prefix: "gift-exchange-images-" });
      const containers = new Containers(directory, driver);
      try {
        await containers.#makeBase(base);
        const container = await containers.from(base);
        await containers.run(container, "deno --version");
        await containers.ask(["rm", container]);
        return containers;
      } catch (error) {
        reason = error;
        await containers[Symbol.asyncDispose]();
      }
    }
    return `buildah can run nothing here: ${reason instanceof Error ? reason.message : reason}`;
  }

  async #makeBase(name: string): Promise<void> {
    const root = `${this.#directory}/base`;
    const programs = [Deno.execPath()];
    for (const program of ["sh", "mkdir", "rm", "sed"]) {
      programs.push((await output("sh", ["-c", `command -v ${program}`])).trim());
    }
    for (const program of programs) {
      const path = await Deno.realPath(program);
      await copy(path, `${root}/usr/bin/${program.split("/").at(-1)}`);
      const libraries = await output("ldd", [path]).catch(() => "");
      for (const [library] of libraries.matchAll(/\/\S+/g)) await copy(library, root + library);
    }
    await Deno.mkdir(`${root}/bin`, { recursive: true });
    await copy(`${root}/usr/bin/sh`, `${root}/bin/sh`);
    await copy("/etc/ssl/certs/ca-certificates.crt", `${root}/etc/ssl/certs/ca-certificates.crt`)
      .catch(() => {});
    await Deno.writeFile(`${root}/etc/passwd`, encode("root:x:0:0::/root:/bin/sh\n"));
    await Deno.mkdir(`${root}/tmp`);
    await Deno.chmod(`${root}/tmp`, 0o1777);
    const container = await this.from("scratch");
    await this.ask(["add", "-q", container, root, "/"]);
    await this.ask(["config", "--env", "PATH=/usr/bin:/bin", container]);
    await this.ask(["commit", "-q", "--rm", container, name]);
    await Deno.remove(root, { recursive: true });
  }

  /** Builds an image. @param args for `buildah build` */
  async build(args: readonly string[]): Promise<void> {
    await this.ask(["build", "--isolation", "chroot", "--layers=false", ...args]);
  }

  /** Creates a container from an image. @returns its name */
  async from(image: string): Promise<string> {
    return (await this.ask(["from", image])).trim();
  }

  /** Mounts a container. @returns the path of its files on this machine */
  async root(container: string): Promise<string> {
    return (await this.ask(["mount", container])).trim();
  }

  /** Runs buildah. @returns its output @throws its error output */
  ask(args: readonly string[]): Promise<string> {
    return output("buildah", this.#args(args));
  }

  /** Runs a shell command in a container. @returns its output @throws its error output */
  run(container: string, command: string): Promise<string> {
    return this.ask(["run", "--isolation", "chroot", container, "--", "sh", "-c", command]);
  }

  /** Runs an image's command in a container, as the image's user. */
  async start(container: string, env: Record<string, string>): Promise<Contained> {
    const { OCIv1 } = inspectionSchema.parse(JSON.parse(await this.ask(["inspect", container])));
    const settings = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
    const child = new Deno.Command("buildah", {
      args: this.#args([
        "run",
        "--isolation",
        "chroot",
        ...settings,
        container,
        "--",
        ...OCIv1.config.Cmd,
      ]),
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const printed = Promise.all(
      [child.stdout, child.stderr].map((one) => new Response(one).text()),
    );
    let hasEnded = false;
    child.status.then(() => hasEnded = true);
    const end = async () => {
      if (!hasEnded) Deno.kill(await innermost(child.pid), "SIGTERM");
      const { code } = await child.status;
      return { code, printed: (await printed).join("") };
    };
    return {
      process: () => innermost(child.pid),
      stop: end,
      async [Symbol.asyncDispose]() {
        await end();
      },
    };
  }

  #args(args: readonly string[]): string[] {
    const at = this.#directory;
    return [
      "--root",
      `${at}/root`,
      "--runroot",
      `${at}/run`,
      "--storage-driver",
      this.#driver,
      ...args,
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Mounted containers cannot be removed.
    await this.ask(["umount", "--all"]).catch(() => {});
    await this.ask(["rm", "--all"]).catch(() => {});
    await Deno.remove(this.#directory, { recursive: true });
  }
}

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to.slice(0, to.lastIndexOf("/")), { recursive: true });
  await Deno.copyFile(from, to);
}

/** Returns the last process in a chain of processes that have started each other. */
async function innermost(pid: number): Promise<number> {
  // Any of its threads may have started the child.
  for await (const { name } of Deno.readDir(`/proc/${pid}/task`)) {
    const [own] = (await Deno.readTextFile(`/proc/${pid}/task/${name}/children`)).trim().split(" ");
    if (own) return await innermost(Number(own));
  }
  return pid;
}

async function output(program: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args] }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr).trim().slice(-1000));
  return new TextDecoder().decode(stdout);
}
