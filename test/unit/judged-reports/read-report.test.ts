import { describe, expect, it } from 'vitest';
import { readReport } from '../../../bench/judged/read-report.ts';
import { FOREIGN_REPORT, OWN_REPORT } from './reports.ts';

const foreign = readReport(FOREIGN_REPORT, 'en');
const own = readReport(OWN_REPORT, 'en');

describe('a report in Markdown', () => {
  it('has a title, a first paragraph and sentences with what they cite', () => {
    expect(foreign.title).toBe('Lamp oil');
    expect(foreign.firstParagraph).toContain('Use rapeseed oil');
    expect(foreign.statements.slice(0, 2)).toMatchObject([
      { form: 'sentence', text: 'Use rapeseed oil: it burns for nine hours.', citations: [1, 2, 3], isOpening: true },
      { form: 'sentence', text: 'Whale oil burns for seven hours.', citations: [4], isOpening: true },
    ]);
  });

  it('names row and column of a cell', () => {
    const cells = foreign.statements.filter(({ form }) => form === 'cell');

    expect(cells.map(({ place, text }) => [place, text])).toEqual([
      ['Rapeseed, Burning time', 'nine hours'],
      ['Rapeseed, Price', '–'],
      ['Whale, Burning time', 'seven hours'],
      ['Whale, Price', ''],
    ]);
  });

  it('takes a column of citations for the statement of its row', () => {
    const { statements } = readReport('| | time | source |\n|---|---|---|\n| oil | nine hours | [3] |', 'en');

    expect(statements.at(-1)).toMatchObject({ place: 'oil', text: 'nine hours', citations: [3] });
  });

  it('tells the opening answer, lists with a lead, and limitations from the rest', () => {
    const of = (text: string) => foreign.statements.find((statement) => statement.text.includes(text));

    expect(of('forty days')).toMatchObject({ isOpening: false, isLimitation: false });
    expect(of('pair of scissors')).toMatchObject({ form: 'item', hasLead: true });
    expect(of('shorter wicks')).toMatchObject({ form: 'item', hasLead: false });
    expect(of('Prices are not')).toMatchObject({ isLimitation: true });
    expect(own.statements.filter(({ isOpening }) => isOpening)).toHaveLength(1);
  });

  it('counts the words of the body apart from sources and appendix', () => {
    const { words } = readReport(
      '# Title\n\nOne two [1].\n\n## Sources\n\n[1] `a.md`\n\n## About this report\n\nThree.',
      'en',
    );

    expect(words).toEqual({ body: 2, appendix: 6 });
  });
});

describe('the list of sources', () => {
  it('is read from one line an entry', () => {
    expect(foreign.sources.slice(0, 2)).toEqual([
      { number: 1, place: 'lamp.md', lines: '5-6', quote: 'The harbour lamp burns for nine hours' },
      { number: 2, place: 'lamp.md', lines: '11', quote: 'A wick that is shorter than 12 mm … must not be lit.' },
    ]);
  });

  it('is read from entries with a quotation below them', () => {
    expect(own.sources[0]).toEqual({
      number: 1,
      place: 'lamp.md',
      lines: '5-6',
      quote: 'The harbour lamp burns for nine hours on one filling of rapeseed oil.',
    });
  });
});
