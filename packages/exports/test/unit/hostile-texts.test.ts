import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cite } from '@citation-js/core';
import type { ExportFormat } from '@plumbline/contracts/report/export-format';
import '@citation-js/plugin-bibtex';
import { plainLine } from '@plumbline/exports/exported-report';
import { exportRecord } from '@plumbline/exports/report-export';
import { readReportFile } from '@plumbline/report/record-reading';
import { XMLValidator } from 'fast-xml-parser';
import { unzipSync } from 'fflate';
import { parseHTML } from 'linkedom';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../../../test/support/builders/hostile-texts.ts';
import { publishReport } from '../../../../test/support/builders/published-report.ts';
import { reopenDocx, reopenHtml, reopenPdf, squeezed } from '../../../../test/support/builders/reopened-exports.ts';
import { anchorOf, draftOf, findingOf, quoteOf } from '../../../../test/support/builders/research-fixtures.ts';

let recordPath: string;

/** Every text stands as question, heading, claim, quotation, title, path, heading of its source, gap and assumption. */
beforeAll(async () => {
  const findings = HOSTILE_TEXTS.map((text, index) =>
    findingOf(`t1f${index}`, text, {
      sourceId: `s${index}`,
      title: text,
      locator: index % 2 === 0 ? `${text}.md` : `https://example.org/${text}`,
      headingPath: [text],
      quotes: [quoteOf(`t1f${index}q1`, `${text} is what the source says.`, { sourceId: `s${index}` })],
    }),
  );
  const sections = HOSTILE_TEXTS.map((text, index) => ({
    heading: text,
    claims: [{ text: `${text} says ${index}`, citations: [`t1f${index}q1`] }],
  }));
  const published = await publishReport(await mkdtemp(join(tmpdir(), 'hostile-')), {
    anchor: anchorOf({ originalQuestion: HOSTILE_TEXTS.join(' '), assumptions: [...HOSTILE_TEXTS] }),
    draft: draftOf({
      summary: [{ text: HOSTILE_TEXTS.join(' '), citations: ['t1f0q1'] }],
      sections,
      remainingGaps: [...HOSTILE_TEXTS],
    }),
    findings,
  });
  recordPath = published.recordPath;
});

async function exported(format: ExportFormat): Promise<Uint8Array> {
  return (await exportRecord(await readReportFile(recordPath), format)).bytes;
}

function isSafe(address: string): boolean {
  return address.startsWith('#') || /^https?:\/\/example\.org\//.test(address);
}

describe('hostile texts', () => {
  it('are words in HTML: no element, attribute or address comes of them', async () => {
    const bytes = await exported('html');
    const { document } = parseHTML(new TextDecoder().decode(bytes));

    const elements = [...document.querySelectorAll('body *')];
    const names = new Set(elements.map(({ tagName }) => tagName.toLowerCase()));
    expect([...names].filter((name) => !ELEMENTS.has(name))).toEqual([]);
    const attributes = new Set(elements.flatMap((element) => [...element.attributes].map(({ name }) => name)));
    expect([...attributes].filter((name) => !ATTRIBUTES.has(name))).toEqual([]);
    const addresses = elements.flatMap((element) => element.getAttribute('href') ?? []);
    expect(addresses.filter((address) => !isSafe(address))).toEqual([]);
    const ids = elements.map(({ id }) => id).filter((id) => id !== '');
    expect(new Set(ids).size).toBe(ids.length);
    expectEveryClaim(reopenHtml(bytes).text);
  });

  it('are words in PDF: no action, no file, no address comes of them', async () => {
    const bytes = await exported('pdf');
    const pdf = await getDocumentProxy(Uint8Array.from(bytes));

    expect(await pdf.getAttachments()).toBeNull();
    expect(await pdf.getJSActions()).toBeNull();
    const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
    const links = (await Promise.all(pages.map((page) => page.getAnnotations()))).flat();
    expect(links.filter(({ url }) => typeof url === 'string' && !isSafe(url))).toEqual([]);
    expectEveryClaim((await reopenPdf(bytes)).text);
  });

  it('are words in DOCX: every part is well-formed, and no field or foreign relation comes of them', async () => {
    const bytes = await exported('docx');
    const parts = Object.entries(unzipSync(bytes)).map(([name, part]) => ({
      name,
      xml: new TextDecoder().decode(part),
    }));

    for (const { xml } of parts) expect(XMLValidator.validate(xml)).toBe(true);
    expect(parts.flatMap(({ xml }) => xml.match(/<w:instrText[^>]*>[^<]*/g) ?? []).map(fieldOf)).toEqual([
      'PAGE',
      'NUMPAGES',
    ]);
    const targets = parts.flatMap(({ xml }) => [...xml.matchAll(/Target="([^"]*)" TargetMode="External"/g)]);
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.map(([, target = '']) => target).filter((target) => !isSafe(target))).toEqual([]);
    expectEveryClaim((await reopenDocx(bytes)).text);
  });

  it('are titles in BibTeX and CSL-JSON, and no entry or field comes of them', async () => {
    const bibtex = new TextDecoder().decode(await exported('bibtex'));
    const csl: unknown = JSON.parse(new TextDecoder().decode(await exported('csl-json')));

    const titles = HOSTILE_TEXTS.map(plainLine);
    const { data } = new Cite(csl);
    expect(data.map(({ title }) => title)).toEqual(titles);
    expect(entriesOf(bibtex)).toHaveLength(HOSTILE_TEXTS.length);
    const read = new Cite(bibtex).data;
    expect(read.map(({ id }) => id)).toEqual(data.map(({ id }) => id));
    expect(read.map(({ title }) => withoutTypography(String(title)))).toEqual(titles.map(withoutTypography));
    expect(read.flatMap((entry) => Object.keys(entry)).filter((name) => !FIELDS.has(name))).toEqual([]);
  });

  it('are plain in every text: nothing hidden, nothing that turns the direction', async () => {
    for (const format of ['html', 'bibtex', 'csl-json'] as const) {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await exported(format));
      expect(text).not.toMatch(UNWANTED);
    }
  });
});

function expectEveryClaim(text: string): void {
  const words = squeezed(text);
  for (const [index, hostile] of HOSTILE_TEXTS.entries()) {
    expect(words).toContain(squeezed(`${plainLine(hostile)} says ${index}`));
  }
}

/** Entries as BibTeX itself finds them: braces count wherever they stand, also behind a backslash. */
function entriesOf(bibtex: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { index, 0: character } of bibtex.matchAll(/[@{}]/g)) {
    if (character === '@' && depth === 0) start = index;
    if (character !== '@') depth += character === '{' ? 1 : -1;
    if (character === '}' && depth === 0) entries.push(bibtex.slice(start, index + 1));
    if (depth < 0) throw new Error(`a brace too many at ${index}`);
  }
  if (depth !== 0) throw new Error(`${depth} braces are open at the end`);
  return entries;
}

/** The reader sets quotation marks and dashes as a printer would. */
function withoutTypography(title: string): string {
  return title.replaceAll(/[“”"‘’'`´\s–-]/g, '');
}

function fieldOf(element: string): string {
  return element.slice(element.indexOf('>') + 1).trim();
}

/** Control characters but for layout, marks that turn the direction, what is no character. */
const UNWANTED = /[\p{Cc}--[\n\t]]|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/v;
const FIELDS = new Set('_graph id type citation-key title URL publisher note language DOI accessed issued'.split(' '));
const ELEMENTS = new Set(
  'article header h1 h2 h3 p time code nav ol ul li a section sup sub aside details summary span cite bdi blockquote pre mark strong em del'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set('dir class id href role aria-label aria-labelledby datetime rel open tabindex'.split(' '));
