import { readFileSync } from 'node:fs';
import { modelReadLine } from '@plumbline/contracts/evidence/model-read';
import type { ReadSection } from '@plumbline/contracts/report/report-reading';
import { describe, expect, it } from 'vitest';
import { claimWithCitation } from '../../../packages/page/browser/models/claim-copy.ts';
import { claimsOf, contentsOf } from '../../../packages/page/browser/models/contents.ts';
import { kindOfSource } from '../../../packages/page/browser/models/evidence.ts';
import {
  hashOfCitation,
  openCitationOf,
  pathOfRun,
  pathOfSession,
  routeOf,
} from '../../../packages/page/browser/models/route.ts';
import { figureAt, markedPieces, windowAround } from '../../../packages/page/browser/models/text-marks.ts';
import { agoIn, dateIn } from '../../../packages/page/browser/models/times.ts';
import { languageFor } from '../../../packages/page/browser/words/language.ts';
import { wordsIn } from '../../../packages/page/browser/words/page-words.ts';
import { readCitationOf, readClaimOf } from '../../support/builders/report-readings.ts';

describe('an address', () => {
  it.each([
    ['/', { view: 'ask' }],
    ['/runs', { view: 'runs' }],
    ['/runs/', { view: 'runs' }],
    ['/runs/research-lamp', { view: 'run', researchId: 'research-lamp' }],
    ['/runs/a%2Fb', { view: 'run', researchId: 'a/b' }],
    ['/runs/%E0%A4%A', { view: 'unknown' }],
    ['/runs/a/b', { view: 'unknown' }],
    ['/memory', { view: 'memory' }],
    ['/settings', { view: 'settings' }],
    ['/briefings', { view: 'briefings' }],
    ['/briefings/grid', { view: 'briefing', name: 'grid' }],
    ['/briefings/grid/2026-W10', { view: 'output', name: 'grid', outputId: '2026-W10' }],
    ['/briefings/a/b/c', { view: 'unknown' }],
    ['/ask', { view: 'ask' }],
    ['/sessions/', { view: 'runs' }],
    ['/sessions/chat-6d0c', { view: 'session', sessionId: 'chat-6d0c' }],
    ['/else', { view: 'unknown' }],
  ])('leads to a view: %s', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it('leads back to the run that it was made for', () => {
    const researchId = 'a b/c?d#e';

    expect(routeOf(pathOfRun(researchId))).toEqual({ view: 'run', researchId });
    expect(routeOf(pathOfSession('chat a:1'))).toEqual({ view: 'session', sessionId: 'chat a:1' });
  });

  it('keeps the open citation', () => {
    expect(openCitationOf(hashOfCitation({ claim: 3, citation: 12 }))).toEqual({ claim: 3, citation: 12 });
    expect(['', '#section-details', '#claim-x-source-1'].map(openCitationOf)).toEqual([null, null, null]);
  });
});

describe('the figure of a quotation', () => {
  const text =
    'See:\n\nFigure 2 (a.png, read by OCR, 93 % sure): Gate\n- High | 16 days\n\nFigure 3 (b.png, read by the model m): Yard\n\nEnd.';
  const at = (words: string) => {
    const start = 100 + text.indexOf(words);
    return figureAt({ text, start: 100 }, { start, end: start + words.length });
  };

  it('is the one that its words are of, with who read it', () => {
    expect(at('16 days')).toMatchObject({ label: 'Figure 2 (a.png, read by OCR, 93 % sure)', place: 106 });
    expect(at('Yard')).toMatchObject({ label: 'Figure 3 (b.png, read by the model m)' });
    expect([at('See:'), at('End.')]).toEqual([undefined, undefined]);
  });
});

describe('the marks in a stored text', () => {
  const text = 'aaa bbb ccc ddd eee';

  it('are the quotation, and within it the words that decide', () => {
    expect(markedPieces({ text, start: 0 }, { start: 4, end: 15 }, { start: 8, end: 11 })).toEqual([
      { text: 'aaa ', mark: 'none' },
      { text: 'bbb ', mark: 'quote' },
      { text: 'ccc', mark: 'deciding' },
      { text: ' ddd', mark: 'quote' },
      { text: ' eee', mark: 'none' },
    ]);
  });

  it('stand where they belong in a window that begins later and ends earlier', () => {
    const window = { text: text.slice(6, 13), start: 6 };

    expect(markedPieces(window, { start: 4, end: 11 }, null)).toEqual([
      { text: 'b ccc', mark: 'quote' },
      { text: ' d', mark: 'none' },
    ]);
  });

  it('never lose or repeat a letter', () => {
    for (let start = 0; start < text.length; start++) {
      for (let end = start; end <= text.length; end++) {
        const pieces = markedPieces({ text, start: 100 }, { start: 100 + start, end: 100 + end }, null);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      }
    }
  });

  it('have a window that does not begin before the text', () => {
    expect(windowAround({ start: 50, end: 90 }, 100)).toEqual({ start: 0, end: 190 });
  });
});

function sectionOf(name: ReadSection['name'], heading: string): ReadSection {
  const table = {
    form: 'table' as const,
    head: ['', 'Hours', 'Oil'],
    rows: [{ heading: 'Lamp', cells: [readClaimOf(8, '9 hours'), null] }],
  };
  const list = {
    form: 'list' as const,
    items: [
      {
        number: null,
        claims: [readClaimOf(6, 'Lamps.')],
        below: [{ number: null, claims: [readClaimOf(7, 'Nine.')] }],
      },
    ],
  };
  return { name, heading, remarks: [], groups: [{ heading: '', blocks: [list, table] }] };
}

describe('the table of contents', () => {
  it('leaves out the answer, which has no heading', () => {
    const sections = [sectionOf('answer', ''), sectionOf('details', 'Details')];

    expect(contentsOf(sections)).toEqual([{ id: 'section-details', heading: 'Details' }]);
  });
});

describe('the claims of a block', () => {
  it('are those of its entries, of entries below them, and of its cells', () => {
    const blocks = sectionOf('details', 'Details').groups.flatMap((group) => group.blocks);

    expect(blocks.map((block) => claimsOf(block).map(({ text }) => text))).toEqual([['Lamps.', 'Nine.'], ['9 hours']]);
  });
});

describe('a copied claim', () => {
  it('has its quotation, document, place and date', () => {
    const citation = readCitationOf(1, 'The lamp burns for nine hours.', { page: 2, pageLabel: 'ii' });
    const source = {
      sourceId: 's1',
      locator: 'lamp.md',
      title: 'Harbour lamp',
      mediaType: 'text/markdown',
      language: 'en',
      retrievedAt: '',
      pageCount: null,
      sourceTier: null,
      atPublication: null,
      untrusted: [],
      publishedAt: '2025-03-04T00:00:00.000Z',
    };

    expect(claimWithCitation('It burns nine hours.', citation, source, wordsIn('en').page)).toBe(
      'It burns nine hours.\n\n“The lamp burns for nine hours.”\n— Harbour lamp, lamp.md, page 2 (printed ii), 2025-03-04\n',
    );
  });

  it('has its heading where the document has no pages', () => {
    const copied = claimWithCitation('Nine.', readCitationOf(1, 'Nine hours.'), null, wordsIn('en').page);

    expect(copied).toContain('— Harbour lamp, lamp.md, Oil\n');
  });

  it('is in no quotation marks where a model read it in a picture', () => {
    const line = modelReadLine(2, 'gate.png', 'seer', 'It opens at noon.');
    const copied = claimWithCitation(null, readCitationOf(1, line), null, wordsIn('en').page);

    expect(copied.split('\n')[0]).toBe(line);
  });
});

describe('the language of the page', () => {
  it.each([
    [null, ['de-AT', 'en'], 'de'],
    [null, ['fr-FR', 'de'], 'de'],
    [null, ['fr'], 'en'],
    ['en', ['de'], 'en'],
    ['xx', ['de'], 'de'],
  ])('is the chosen one, or the first of the browser that there is: %s, %s', (chosen, preferred, expected) => {
    expect(languageFor(chosen, preferred)).toBe(expected);
  });
});

describe('times', () => {
  const now = new Date('2026-11-27T12:00:00Z');

  it('are of the last day as how long ago, else as a date in one form', () => {
    expect([agoIn('en', '2026-11-27T11:55:00Z', now), agoIn('de', '2026-11-26T13:00:00Z', now)]).toEqual([
      '5 minutes ago',
      'vor 23 Stunden',
    ]);
    expect(agoIn('en', '2026-11-20T12:00:00Z', now)).toContain(dateIn('en', '2026-11-20T12:00:00Z'));
    expect([dateIn('en', '2026-11-27'), dateIn('de', '2026-11-27T23:30:00Z')]).toEqual(['Nov 27, 2026', '27.11.2026']);
  });

  it('leave a date as it is that is not whole', () => {
    expect([dateIn('en', '2026'), dateIn('en', '')]).toEqual(['2026', '']);
  });
});

describe('a source', () => {
  it.each([
    ['https://example.org/rules.pdf', 'application/pdf', 'web'],
    ['docs/Rules.PDF', null, 'pdf'],
    ['lamps.csv', 'text/csv', 'table'],
    ['src/lamp.ts', 'text/plain', 'code'],
    ['docs/lamp.md', null, 'text'],
    ['docs/lamp', 'text/plain', 'text'],
    ['docs/lamp.docx', null, 'document'],
    ['bucket/lamp', 'application/pdf', 'pdf'],
  ])('is shown as what it is: %s', (locator, mediaType, kind) => {
    const source = mediaType === null ? null : { mediaType };

    expect(kindOfSource({ source, locator })).toBe(kind);
  });
});

describe('the logo', () => {
  it('is drawn the same in the page and as its icon', () => {
    const read = (path: string) =>
      readFileSync(new URL(`../../../packages/page/browser/${path}`, import.meta.url), 'utf8');
    const [, lines, filled] = /logo: \['([^']+)', '([^']+)'\]/.exec(read('parts/icon.ts')) ?? [];

    expect([...read('icon.svg').matchAll(/ d="([^"]+)"/g)].map(([, drawn]) => drawn)).toEqual([lines, filled]);
  });
});
