import { describe, expect, it } from 'vitest';
import {
  addressOfClaim,
  comparableRuns,
  comparedCosts,
  comparedTrust,
  settingText,
} from '../../../packages/page/browser/models/comparison.ts';
import { openCitationOf, pathOfComparison, routeOf } from '../../../packages/page/browser/models/route.ts';
import { comparedRunOf } from '../../support/builders/report-readings.ts';

describe('two reports side by side', () => {
  it('have an address that names both, whatever their ids are', () => {
    expect(routeOf(pathOfComparison('a/b c', 'd?e#f'))).toEqual({ view: 'compare', a: 'a/b c', b: 'd?e#f' });
    expect(routeOf(pathOfComparison('a/b c'))).toEqual({ view: 'choose', a: 'a/b c' });
    expect(routeOf('/runs/a/comparison/%E0%A4%A')).toEqual({ view: 'unknown' });
  });

  it('show costs and trust of both', () => {
    const run = comparedRunOf('a');
    const a = { ...run, trust: { ...run.trust, confirmed: 31 } };
    const b = comparedRunOf('b');

    expect(comparedCosts({ a, b })).toContainEqual({ name: 'workedSeconds', a: 0, b: 0 });
    expect(comparedTrust({ a, b })).toContainEqual({ name: 'confirmed', a: 31, b: 0 });
  });

  it('lead from a claim to its source in its report', () => {
    const claim = { numbers: [3, 7], text: 'It burns.', citations: [2] };

    const address = new URL(addressOfClaim('a/b', claim), 'http://page');

    expect(routeOf(address.pathname)).toEqual({ view: 'run', researchId: 'a/b' });
    expect(openCitationOf(address.hash)).toEqual({ claim: 3, citation: 2 });
    expect(addressOfClaim('a', { ...claim, citations: [] })).toBe('/runs/a');
  });

  it('write settings of every kind', () => {
    expect([null, false, 0, 'deep', ['en', 'de']].map((value) => settingText(value, 'not set'))).toEqual([
      'not set',
      'false',
      '0',
      'deep',
      'en, de',
    ]);
  });
});

describe('the choice of the other report', () => {
  it('offers the finished runs, those on the same folders first, but not the report itself', () => {
    const runs = [
      { researchId: 'own', stage: 'published', corpusId: 'docs' },
      { researchId: 'elsewhere', stage: 'published', corpusId: 'minutes' },
      { researchId: 'old', stage: 'published', corpusId: null },
      { researchId: 'stopped', stage: 'stopped', corpusId: 'docs' },
      { researchId: 'running', stage: 'researching', corpusId: 'docs' },
      { researchId: 'failed', stage: 'failed', corpusId: 'docs' },
      { researchId: 'unknown', stage: null, corpusId: 'docs' },
    ];
    const offered = (of: string) => comparableRuns(runs, of).map(({ researchId }) => researchId);

    expect(offered('own')).toEqual(['stopped', 'elsewhere', 'old']);
    expect(offered('old')).toEqual(['own', 'elsewhere', 'stopped']);
  });
});
