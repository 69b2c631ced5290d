import ts from "typescript";

/** What the compiler finds wrong with a program, strictly. */
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
