import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initSync, TypstCompilerBuilder, TypstFontResolverBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import { z } from 'zod';
import { missingCharacters } from './font-coverage.ts';

// The same fonts on every machine, so that the same report is the same file.
const TEXT_FONT = 'DejaVuSans.ttf';
const FONTS = [
  TEXT_FONT,
  'DejaVuSans-Bold.ttf',
  'DejaVuSans-Oblique.ttf',
  'DejaVuSerif.ttf',
  'DejaVuSerif-Bold.ttf',
  'DejaVuSerif-Italic.ttf',
  'DejaVuSansMono.ttf',
  'DejaVuSansMono-Bold.ttf',
];

const resultSchema = z.object({
  result: z.instanceof(Uint8Array).optional(),
  diagnostics: z.array(z.object({ message: z.string() })).optional(),
});
const fontInfoSchema = z.object({ info: z.tuple([z.object({ coverage: z.array(z.int()) })]) });

/** The layout or its data did not compile: a mistake of the layout. */
export class TypstError extends Error {
  override readonly name = 'TypstError';

  constructor(messages: readonly string[]) {
    super(`the PDF could not be set: ${messages.join('; ')}`);
  }
}

/**
 * Sets the layout of reports with the given data. The compiler is WebAssembly and is given no way to files or network.
 *
 * @param data JSON
 * @throws {TypstError}
 */
export async function compileTypst(data: string): Promise<Uint8Array> {
  const [compiler, layout] = await Promise.all([
    loadCompiler(),
    readFile(new URL('report.typ', import.meta.url), 'utf8'),
  ]);
  // Nothing waits between here and the result, so that exports at the same time do not mix.
  compiler.add_source('/report.typ', layout);
  compiler.map_shadow('/report.json', new TextEncoder().encode(data));
  const { result, diagnostics = [] } = resultSchema.parse(
    compiler.compile('/report.typ', undefined, 'pdf', DIAGNOSTICS),
  );
  compiler.reset_shadow();
  compiler.reset();
  if (result === undefined) throw new TypstError(diagnostics.map(({ message }) => message));
  return result;
}

/** Full diagnostics, as objects. */
const DIAGNOSTICS = 3;

/** The characters of a text that would be shown as boxes. */
export async function charactersWithoutGlyph(text: string): Promise<string[]> {
  await loadModule();
  const resolver = new TypstFontResolverBuilder();
  const { info } = fontInfoSchema.parse(resolver.get_font_info(await readFont(TEXT_FONT)));
  return missingCharacters(text, info[0].coverage);
}

let loading: Promise<void> | undefined;
let compiling: ReturnType<typeof createCompiler> | undefined;

async function loadModule(): Promise<void> {
  loading ??= readFile(fileURLToPath(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/wasm'))).then(
    (module) => void initSync({ module }),
  );
  return loading;
}

function loadCompiler(): ReturnType<typeof createCompiler> {
  compiling ??= createCompiler();
  return compiling;
}

async function createCompiler() {
  await loadModule();
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of FONTS) await builder.add_raw_font(await readFont(font));
  return builder.build();
}

async function readFont(name: string): Promise<Uint8Array> {
  return readFile(new URL(`ttf/${name}`, import.meta.resolve('dejavu-fonts-ttf/package.json')));
}
