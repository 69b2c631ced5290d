/**
 * True if a program is available; installs it from Debian if allowed.
 *
 * @param asking the argument that prints its version.
 */
export async function installed(
  name: string,
  { debianPackage = name, asking = "--version" }: { debianPackage?: string; asking?: string } = {},
): Promise<boolean> {
  if (await isRunnable(name, asking)) return true;
  return await installPackage(debianPackage) && await isRunnable(name, asking);
}

const APT = "/var/lib/apt";

/** Installs a Debian package if allowed. @returns true if it is installed now */
export async function installPackage(name: string): Promise<boolean> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return false;
  // Waits for other tests and other installations; otherwise they would fail on each other's lock.
  const apt = (...args: string[]) =>
    isRunnable("flock", APT, "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300", ...args);
  return await apt("update") && await apt("install", "-y", "--no-install-recommends", name);
}

/** True if a program can be run and succeeds. */
export async function isRunnable(program: string, ...args: string[]): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(program, {
      args,
      env: { DEBIAN_FRONTEND: "noninteractive" },
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
