/**
 * Whether a program is there; where it is not and may be installed from Debian, it is.
 *
 * @param asking what makes it say its version.
 */
export async function installed(
  name: string,
  { debianPackage = name, asking = "--version" }: { debianPackage?: string; asking?: string } = {},
): Promise<boolean> {
  if (await isRunnable(name, asking)) return true;
  return await installPackage(debianPackage) && await isRunnable(name, asking);
}

const APT = "/var/lib/apt";

/** Installs a package of Debian where this may be done. @returns whether it is there now */
export async function installPackage(name: string): Promise<boolean> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return false;
  // After other tests, and after whatever else installs: otherwise each of them would find the other's lock.
  const apt = (...args: string[]) =>
    isRunnable("flock", APT, "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300", ...args);
  return await apt("update") && await apt("install", "-y", "--no-install-recommends", name);
}

/** Whether a program can be run, and ends well. */
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
