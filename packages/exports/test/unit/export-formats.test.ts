import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportFormat } from '@plumbline/contracts/report/export-format';
import { exportRecord } from '@plumbline/exports/report-export';
import { readReportFile } from '@plumbline/report/record-reading';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { unzipSync } from 'fflate';
import { parseHTML } from 'linkedom';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLAIMS, publishRichReport } from '../../../../test/support/builders/exported-fixtures.ts';
import { type PublishedReport, publishReport } from '../../../../test/support/builders/published-report.ts';
import {
  reopenDocx,
  type ReopenedExport,
  reopenHtml,
  reopenMarkdown,
  reopenPdf,
  squeezed,
} from '../../../../test/support/builders/reopened-exports.ts';
import { draftOf, findingOf, quoteOf } from '../../../../test/support/builders/research-fixtures.ts';

const REOPEN = { markdown: reopenMarkdown, html: reopenHtml, pdf: reopenPdf, docx: reopenDocx } as const;
const READABLE = ['markdown', 'html', 'pdf', 'docx'] as const;

let published: PublishedReport;

beforeAll(async () => {
  published = await publishRichReport(await mkdtemp(join(tmpdir(), 'exports-')));
});

async function exported(format: ExportFormat): Promise<Uint8Array> {
  return (await exportRecord(await readReportFile(published.recordPath), format)).bytes;
}

async function reopened(format: (typeof READABLE)[number]): Promise<ReopenedExport> {
  return REOPEN[format](await exported(format));
}

/** Words that read from right to left come out of a PDF in another order. */
const LEFT_TO_RIGHT = CLAIMS.filter(({ text }) => !/\p{Script=Hebrew}/u.test(text));

describe.each(READABLE)('a report exported as %s and read by another program', (format) => {
  it('holds every claim with its number', async () => {
    const { text } = await reopened(format);

    const claims = format === 'pdf' ? LEFT_TO_RIGHT : CLAIMS;
    for (const claim of claims) {
      expect(squeezed(text)).toContain(squeezed(`${claim.text}[${CLAIMS.indexOf(claim) + 1}]`));
    }
  });

  it('holds every quotation under its number', async () => {
    const { quotations } = await reopened(format);

    const { citations } = published.record.report;
    expect(citations.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const { number, quote } of citations) {
      if (format === 'pdf' && /\p{Script=Hebrew}/u.test(quote.text)) continue;
      const shown = squeezed(quotations.get(number) ?? 'nothing');
      // Markdown shows only how they begin.
      const [whole, part] = format === 'markdown' ? [quote.text, shown.replace(/…$/, '')] : [shown, quote.text];
      expect(squeezed(whole)).toContain(squeezed(part));
    }
  });

  it('says what is open, and how it was made', async () => {
    const { text } = await reopened(format);

    expect(squeezed(text)).toContain(squeezed('Nothing is said about storms.'));
    expect(squeezed(text)).toContain(squeezed('Engine: offline.'));
  });
});

describe('the formats of a report', () => {
  it('are the printed report and the stored record, byte by byte, as Markdown and JSON', async () => {
    expect(new TextDecoder().decode(await exported('markdown'))).toBe(published.record.report.markdown);
    expect(Buffer.from(await exported('json'))).toEqual(await readFile(published.recordPath));
  });

  it('are the same bytes each time', async () => {
    for (const format of ['html', 'pdf', 'csl-json', 'bibtex'] as const) {
      expect(Buffer.from(await exported(format)).equals(Buffer.from(await exported(format)))).toBe(true);
    }
  });

  it('have headings in the language of the report', async () => {
    const { recordPath } = await publishRichReport(await mkdtemp(join(tmpdir(), 'exports-')), 'de');
    for (const format of ['html', 'pdf', 'docx'] as const) {
      const { text } = await REOPEN[format]((await exportRecord(await readReportFile(recordPath), format)).bytes);
      expect(text).toContain('Widersprüchliche Aussagen');
      expect(text).toContain('Quellen');
    }
  });
});

describe('a report as HTML', () => {
  it('shows the pictures in which quoted words were read, and says who read them', async () => {
    const home = await mkdtemp(join(tmpdir(), 'exports-'));
    const blobs = createFileBlobStore(home);
    const picture = await blobs.putBytes(Buffer.from('a picture'), 'image/png');
    const label = 'Figure 1 (lamp.png, read by OCR, 93 % sure)';
    const { recordPath } = await publishReport(
      home,
      {},
      { sourceChanges: { figures: [{ ...picture, start: 20, end: 80, label }] } },
    );
    const stored = await readReportFile(recordPath);
    const shown = async (...kept: [typeof blobs?]) => {
      const { bytes } = await exportRecord(stored, 'html', ...kept);
      return [...parseHTML(new TextDecoder().decode(bytes)).document.querySelectorAll('aside figure')];
    };
    const [figure, ...others] = await shown(blobs);
    expect(figure?.textContent).toBe(label);
    expect(figure?.querySelector('img')?.getAttribute('src')).toBe('data:image/png;base64,YSBwaWN0dXJl');
    expect(others).toEqual([]);
    expect(await shown()).toEqual([]);
    const unasked = { getBytes: () => Promise.reject(new Error('only HTML shows pictures')) };
    expect((await exportRecord(stored, 'pdf', unasked)).notes).toEqual([]);
  });

  it('leads from each number to its quotation and back, and loads nothing', async () => {
    const { document } = parseHTML(new TextDecoder().decode(await exported('html')));

    const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    const local = links.filter((href) => href.startsWith('#'));
    expect(local.length).toBeGreaterThan(12);
    for (const href of local) expect(document.getElementById(href.slice(1))).not.toBeNull();
    expect(links.filter((href) => !href.startsWith('#'))).toContain('https://example.org/lamp?a=1&b=%22');
    expect(document.querySelectorAll('script, link, img, iframe, object, embed, [src], [style]')).toHaveLength(0);
    expect(document.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'");
    expect(document.querySelectorAll('article nav, article section h2, article aside')).not.toHaveLength(0);
  });

  it('marks the quoted words within their unit', async () => {
    const { document } = parseHTML(new TextDecoder().decode(await exported('html')));

    expect(document.querySelector('#quote-4 mark')?.textContent).toBe('| harbour lamp | nine |');
    expect(document.querySelector('#quote-4 pre')?.textContent).toContain('| pier lamp | seven |');
    expect(document.querySelector('#quote-1 mark')).toBeNull();
  });
});

describe('a report as PDF', () => {
  it('is tagged, and has title, language and links to quotations and pages', async () => {
    const pdf = await getDocumentProxy(Uint8Array.from(await exported('pdf')));

    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    expect((await pdf.getMetadata()).info).toMatchObject({
      Title: 'How long does the <b>harbour</b> lamp burn?',
      Language: 'en',
    });
    const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
    const links = (await Promise.all(pages.map((page) => page.getAnnotations()))).flat();
    expect(links.filter(({ dest }) => dest !== undefined && dest !== null).length).toBeGreaterThan(6);
    expect(links.map(({ url }) => url)).toContain('https://doi.org/10.1000/lamp.42');
    expect((await pages[0]?.getStructTree())?.children).not.toHaveLength(0);
    expect(JSON.stringify(await pdf.getOutline())).toContain('Sources');
  });

  it('names the characters that its fonts do not have', async () => {
    const { recordPath } = await publishRichReport(await mkdtemp(join(tmpdir(), 'exports-')));
    const record = (await readFile(recordPath, 'utf8')).replaceAll('The lamp is bright', 'The lamp 灯 is bright');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(recordPath, record);

    const { notes } = await exportRecord(await readReportFile(recordPath), 'pdf');

    expect(notes).toEqual([expect.stringContaining('灯')]);
    expect((await exportRecord(await readReportFile(published.recordPath), 'pdf')).notes).toEqual([]);
  });
});

describe('marks of a quotation', () => {
  const QUOTED = 'The tank holds ~~5~~ <del>6</del> [hidden: 7] 10<sup>-3</sup> litres of H<sub>2</sub>O.';

  async function exportMarked(format: ExportFormat): Promise<Uint8Array> {
    const finding = findingOf('t1f1', QUOTED, { quotes: [quoteOf('t1f1q1', QUOTED)] });
    const draft = draftOf({ summary: [{ text: 'The tank holds 10⁻³ litres of H₂O.', citations: ['t1f1q1'] }] });
    const { recordPath } = await publishReport(await mkdtemp(join(tmpdir(), 'exports-')), {
      draft,
      findings: [finding],
    });
    return (await exportRecord(await readReportFile(recordPath), format)).bytes;
  }

  it.each(READABLE)(
    'are shown in %s: powers as powers, and what is struck out as left out of the claim',
    async (format) => {
      const { text } = await REOPEN[format](await exportMarked(format));

      expect(squeezed(text)).toContain(squeezed('10⁻³ litres of H₂O.'));
      expect(squeezed(text)).toContain(squeezed('without what the source strikes out or hides'));
      expect(text).not.toMatch(/<su[bp]>|10-3/);
    },
  );

  it('strike in HTML, DOCX and Markdown', async () => {
    const html = parseHTML(new TextDecoder().decode(await exportMarked('html'))).document;
    const docx = unzipSync(await exportMarked('docx'))['word/footnotes.xml'];
    const markdown = new TextDecoder().decode(await exportMarked('markdown'));

    expect([...html.querySelectorAll('blockquote del')].map(({ textContent }) => textContent)).toEqual(['5', '6']);
    expect(new TextDecoder().decode(docx).match(/<w:strike\/><\/w:rPr><w:t[^>]*>[56]</g)).toHaveLength(2);
    expect(markdown).toContain('The tank holds ~~5~~ ~~6~~ \\[hidden: 7\\] 10⁻³ litres of H₂O.');
  });
});
