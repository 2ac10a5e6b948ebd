import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initSync, TypstCompilerBuilder, TypstFontResolverBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import { struckParts } from '@plumbline/text/unsaid-words';
import { z } from 'zod';
import { exportPhrasesFor } from './export-phrases.ts';
import { type Block, type ExportedReport, type Inline, isRightToLeft, type WriteExport } from './exported-report.ts';

/** Characters that need no glyph: spaces, joiners, selectors. */
const INVISIBLE = /[\s\p{DI}\p{Cc}]/v;

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
class TypstError extends Error {
  override readonly name = 'TypstError';

  constructor(messages: readonly string[]) {
    super(`the PDF could not be set: ${messages.join('; ')}`);
  }
}

/** Full diagnostics, as objects. */
const DIAGNOSTICS = 3;

let loading: Promise<void> | undefined;
let compiling: ReturnType<typeof createCompiler> | undefined;

/** How many of the characters that no font has are named. */
const MAX_NAMED = 10;

/** A tagged PDF, with bookmarks, page numbers and links from the marks to the quotations. */
export const writePdf: WriteExport = async ({ report }) => {
  const data = JSON.stringify(typstDataOf(report));
  const [bytes, missing] = await Promise.all([compileTypst(data), charactersWithoutGlyph(data)]);
  const named = missing.slice(0, MAX_NAMED).join(' ');
  const note = `${missing.length} characters have no glyph in the fonts of the PDF and are shown as boxes: ${named}`;
  return { bytes, notes: missing.length === 0 ? [] : [note] };
};

/** What the layout reads. */
function typstDataOf(report: ExportedReport) {
  const { title, language, researchId, writtenAt, partialNotice, citations } = report;
  const phrases = exportPhrasesFor(language);
  return {
    title,
    isRightToLeft: isRightToLeft(title),
    language,
    researchId,
    partialNotice,
    contents: phrases.contents,
    origin: `${phrases.report} ${researchId} · ${writtenAt.slice(0, 10)}`,
    page: phrases.pageOf('\n', '\n').split('\n'),
    blocks: report.blocks.map(directed),
    citations: citations.map(({ quotation, ...citation }) => ({
      ...citation,
      quotation: {
        layout: quotation.layout,
        before: struckParts(quotation.before),
        deciding: struckParts(quotation.deciding),
        after: struckParts(quotation.after),
        isRightToLeft: isRightToLeft(quotation.before + quotation.deciding),
      },
    })),
  };
}

function directed(block: Block): object {
  switch (block.kind) {
    case 'paragraph':
    case 'quotation':
      return { ...block, isRightToLeft: isRightToLeft(block.inlines.map(textOf).join('')) };
    case 'list':
      return { ...block, items: block.items.map((item) => ({ ...item, blocks: item.blocks.map(directed) })) };
    case 'table':
      return { ...block, isRightToLeft: isRightToLeft(block.head.join(' ')) };
    case 'heading':
    case 'code':
    case 'citations':
      return block;
  }
}

function textOf(inline: Inline): string {
  return inline.kind === 'text' ? inline.text : '';
}

/**
 * Sets the layout of reports with the given data. The compiler is WebAssembly and is given no way to files or network.
 *
 * @param data JSON
 * @throws {TypstError}
 */
async function compileTypst(data: string): Promise<Uint8Array> {
  const [compiler, layout] = await Promise.all([
    loadCompiler(),
    readFile(new URL('./report.typ', import.meta.url), 'utf8'),
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

/** The characters of a text that would be shown as boxes. */
async function charactersWithoutGlyph(text: string): Promise<string[]> {
  await loadModule();
  const resolver = new TypstFontResolverBuilder();
  const { info } = fontInfoSchema.parse(resolver.get_font_info(await readFont(TEXT_FONT)));
  return missingCharacters(text, info[0].coverage);
}

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

/**
 * The characters of a text that a font does not have, each once, in the order of their appearance.
 *
 * @param coverage lengths of runs of code points, in turn outside and inside the font, from 0
 */
function missingCharacters(text: string, coverage: readonly number[]): string[] {
  const ends: number[] = [];
  let end = 0;
  for (const length of coverage) {
    end += length;
    ends.push(end);
  }
  const isCovered = (point: number): boolean => {
    const run = ends.findIndex((each) => point < each);
    return run % 2 === 1;
  };
  return [...new Set(text)].filter(
    (character) => !INVISIBLE.test(character) && !isCovered(character.codePointAt(0) ?? 0),
  );
}
