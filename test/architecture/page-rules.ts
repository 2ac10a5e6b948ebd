import { importsOf, resolveImport, type SourceFile } from './import-rules.ts';

const PAGE = 'packages/page/browser/';
const PACKAGES = ['preact', 'preact/hooks', 'pdfjs-dist'];

/** Ways by which text could become markup or a program. */
const WRITERS =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|createContextualFragment|DOMParser|setHTML\w*|srcdoc|document\.write\w*|eval|Function)\b/;
/** What is taken out before the page is served. */
const TYPE_IMPORT = /(?:import|export) type [^;]+ from [^;]+;/g;

/** Everything in the browser's part that must not be there, as `file: what`. */
export function findPageFaults(files: readonly SourceFile[]): string[] {
  const inside = files.filter(({ path }) => path.startsWith(PAGE));
  const outside = files.filter(({ path }) => !path.startsWith(PAGE));
  return [
    ...inside.flatMap(({ path, text }) => [
      ...writersIn(text).map((name) => `${path}: ${name}`),
      ...foreignImports(path, text).map((target) => `${path} -> ${target}`),
    ]),
    ...outside.flatMap(({ path, text }) =>
      importsOf(text)
        .filter((specifier) => resolveImport(path, specifier).startsWith(PAGE))
        .map((specifier) => `${path} -> ${resolveImport(path, specifier)}`),
    ),
  ];
}

function writersIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const found = WRITERS.exec(code)?.[0];
  return found === undefined ? [] : [found];
}

/** The page imports itself and these packages; of contracts and of what the server answers only the types. */
function foreignImports(path: string, text: string): string[] {
  const values = importsOf(text.replaceAll(TYPE_IMPORT, ''));
  const types = importsOf(text).filter((specifier) => !values.includes(specifier));
  const isOwn = (specifier: string) => PACKAGES.includes(specifier) || resolveImport(path, specifier).startsWith(PAGE);
  const isContract = (specifier: string) =>
    /^(?:workflows\/contracts|packages\/page\/answers)\//.test(resolveImport(path, specifier));
  return [
    ...values.filter((specifier) => !isOwn(specifier)),
    ...types.filter((specifier) => !isOwn(specifier) && !isContract(specifier)),
  ];
}
