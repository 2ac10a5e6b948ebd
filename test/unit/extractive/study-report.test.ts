import { describe, expect, it } from 'vitest';
import { weighTermsEvenly } from '../../../activities/language/question/term-coverage.ts';
import {
  createRoleShare,
  type InformationNeed,
  rankStatements,
} from '../../../activities/offline-engine/passages/passage-reading.ts';

const aim = 'We investigated whether whale oil in lamps reduces the number of wrecks.';
const finding = 'We found that whale oil in lamps reduces the number of wrecks.';
const report = `${aim} Twelve harbours took part in the study. ${finding}`;

describe('createRoleShare', () => {
  it('values the findings of a report above its aims', () => {
    const share = createRoleShare(report);

    expect(share(finding, report.indexOf(finding))).toBe(1);
    expect(share(aim, 0)).toBeLessThan(0.5);
  });

  it('values early sentences of a report less than later ones', () => {
    const share = createRoleShare(report);

    expect(share('Lamps are old.', 0)).toBeLessThan(share('Lamps are old.', report.length / 2));
  });

  it('recognises German reports', () => {
    const german =
      'Ziel: Es wurde untersucht, ob Tran hilft. Unsere Ergebnisse zeigen, dass Tran hilft. Wir fanden keine Schäden.';

    expect(createRoleShare(german)('Ziel: Es wurde untersucht, ob Tran hilft.', 0)).toBeLessThan(1);
  });

  it.each([
    'Die Hafenlampe brennt neun Stunden. Der Wärter hat zu prüfen, ob sie brennt.',
    'The lamp is lit at dusk. One study found that it helps. The keeper goes home at dawn.',
    'Use `burnTime` to set how long the lamp burns. The default shows in the log.',
  ])('values all statements of other texts alike: %s', (text) => {
    expect(createRoleShare(text)('The lamp is lit.', 0)).toBe(1);
  });
});

describe('rankStatements', () => {
  const need: InformationNeed = {
    terms: weighTermsEvenly('Whale oil in lamps reduces wrecks.', 'en'),
    answerForm: 'open',
  };

  it('finds the finding of a report before its aim, though both say the same words', () => {
    const passage = { title: '', headingPath: [], text: report, language: 'en' };

    expect(rankStatements(need, passage)[0]?.text).toContain('We found');
  });

  it('reads an abbreviation as what it stands for', () => {
    const text = 'Whale oil lamps (WOL) are costly. WOL reduce wrecks. Other lamps reduce nothing.';

    expect(rankStatements(need, { title: '', headingPath: [], text, language: 'en' })[0]?.text).toContain('WOL reduce');
  });
});
