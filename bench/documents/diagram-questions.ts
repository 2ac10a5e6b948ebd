import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemOfLanguages } from '@plumbline/documents/scans';
import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { writeFiles } from '../../test/support/builders/corpus-fixtures.ts';
import { DIAGRAMS } from '../../test/support/generated/diagrams.ts';
import { CHROMIUM, launchBrowser, NO_CHROMIUM } from '../../test/support/processes/browser.ts';
import { createVision } from '../../workers/assembly/dependencies.ts';
import type { DocumentOptions } from './options.ts';

/** Passages among which the answer has to be. */
const LOOKED_AT = 3;

/** Of the questions whose answer stands in a diagram: how many find it, by the form of the diagrams. */
export async function askDiagrams(vision: DocumentOptions['vision'], signal: AbortSignal): Promise<string[][]> {
  const missing = CHROMIUM === undefined ? NO_CHROMIUM : problemOfLanguages('eng');
  const rows = [['SVG', ...(await found(drawings(), null, signal))]];
  const drawn = missing === null ? await pictures() : null;
  const ask = async (seen: DocumentOptions['vision']): Promise<string[]> =>
    drawn === null ? ['not asked', missing ?? ''] : found(drawn, seen, signal);
  rows.push(['PNG, by OCR', ...(await ask(null))]);
  if (vision !== null) rows.push([`PNG, by ${vision.model}`, ...(await ask(vision))]);
  return rows;
}

type Files = Record<string, string | Uint8Array>;

function drawings(): Files {
  return documents('svg', (index) => DIAGRAMS[index]?.svg ?? '');
}

async function pictures(): Promise<Files> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const shot: Uint8Array[] = [];
    for (const { svg } of DIAGRAMS) {
      await page.setContent(`<body style="margin:0">${svg}`);
      shot.push(await page.locator('svg').screenshot());
    }
    return documents('png', (index) => shot[index] ?? '');
  } finally {
    await browser.close();
  }
}

function documents(ending: string, pictureOf: (index: number) => string | Uint8Array): Files {
  const files = DIAGRAMS.map((_, index) => [
    [`page-${index}.md`, `# Part ${index + 1}\n\nAs drawn here:\n\n![Overview](img/${index}.${ending})\n`] as const,
    [`img/${index}.${ending}`, pictureOf(index)] as const,
  ]);
  return Object.fromEntries(files.flat());
}

/** Whatever stands between a box, a cell or an end of an arrow and the next. */
function bare(text: string): string {
  return text.replaceAll(/[\s|:;,→]+/g, ' ');
}

/** Nobody hurries a model that is measured. */
const TIMEOUT_MS = 3_600_000;

function modelOf({ baseURL, model }: NonNullable<DocumentOptions['vision']>) {
  const endpoint = { apiKey: 'none', baseURL, timeoutMs: TIMEOUT_MS, maxTokens: undefined, temperature: undefined };
  return { ...endpoint, model, smallModel: model, vision: model };
}

async function found(files: Files, vision: DocumentOptions['vision'], signal: AbortSignal): Promise<string[]> {
  const home = await mkdtemp(join(tmpdir(), 'plumbline-diagrams-'));
  try {
    const directory = join(home, 'documents');
    await writeFiles(directory, files);
    const options = { home: join(home, 'store'), ocr: 'eng', now: () => new Date() };
    const seeing = createVision(options.home, vision === null ? null : modelOf(vision));
    const index = createFolderCorpusIndex({ ...options, vision: seeing, blobs: createFileBlobStore(options.home) });
    // The pages alone: a diagram that is a document itself would answer for its page.
    const selection = { include: [['*.md']], exclude: [] };
    const { corpusId } = await index.update({ directory, selection, signal, onProgress: () => undefined });
    const missed: string[] = [];
    for (const { name, question, answer } of DIAGRAMS) {
      const { hits } = await index.search({ corpusId, query: question, language: 'en', topK: LOOKED_AT });
      const ids = hits.map(({ passage }) => passage.passageId);
      const texts = [...(await index.readPassages(corpusId, ids)).values()].map(({ text }) => text);
      if (!texts.some((text) => answer.every((words) => bare(text).includes(bare(words))))) missed.push(name);
    }
    return [`${DIAGRAMS.length - missed.length} of ${DIAGRAMS.length}`, missed.join(', ')];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
