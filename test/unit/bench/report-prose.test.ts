import { describe, expect, it } from 'vitest';
import { countLanguages } from '../../../bench/answers/report-prose.ts';
import { ANSWER, recordOf, ruleFinding } from './measured-report.ts';

const FOREIGN = 'Die Laterne der Mole wird an jedem Abend vor Sonnenuntergang angezündet.';
const record = recordOf([ruleFinding('t1f1', ANSWER)]);
const report = (...blocks: string[]): string => ['# How long may a boat stay at the quay?', ...blocks].join('\n\n');

describe('countLanguages', () => {
  it('finds nothing wrong with a report in its own language', () => {
    expect(countLanguages(report(`${ANSWER} [1]`), record)).toEqual({ sentences: 1, foreign: [] });
  });

  it('names a sentence in another language, in the answer, a list or a heading', () => {
    for (const block of [`${ANSWER} ${FOREIGN} [1]`, `- ${FOREIGN} [1]\n- ${ANSWER}`, `## ${FOREIGN}`]) {
      expect(countLanguages(report(block), record).foreign).toEqual([FOREIGN]);
    }
  });

  it('ignores quotations, sources and code', () => {
    const quoting = report(
      `The keeper calls it “${FOREIGN}” in his log of the year.`,
      `[1] ${FOREIGN} — \`hafen.md\`\n\n> ${FOREIGN}`,
      `\`${FOREIGN}\``,
    );

    expect(countLanguages(quoting, record).foreign).toEqual([]);
  });

  it('ignores claims labelled as words of another language', () => {
    const claim = { text: FOREIGN, citations: ['t1f1q1'], quotedLanguage: 'de' };
    const labelled = recordOf([ruleFinding('t1f1', ANSWER)], { keyFindings: [claim] });

    expect(countLanguages(report(`- (German) ${FOREIGN} [1]`), labelled).foreign).toEqual([]);
    expect(countLanguages(report(`- ${FOREIGN} [1]`), record).foreign).toEqual([FOREIGN]);
  });

  it('ignores titles', () => {
    const [source] = record.sources;
    if (source === undefined) throw new Error('no source');
    const titled = {
      ...record,
      sources: [{ ...source, title: 'Verordnung über die Laternen an der Mole und am Kai' }],
    };
    const prose = 'Nothing was found in Verordnung über die Laternen an der Mole und am Kai about this question.';

    expect(countLanguages(report(prose), titled)).toEqual({ sentences: 1, foreign: [] });
  });

  it('does not judge texts that are too short', () => {
    expect(countLanguages(report('Die Laterne brennt.'), record)).toEqual({ sentences: 0, foreign: [] });
  });
});
