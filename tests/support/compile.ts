import ts from "typescript";

/** Returns the compiler's errors in a program, in strict mode. */
export function compile(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) =>
    `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  );
}
