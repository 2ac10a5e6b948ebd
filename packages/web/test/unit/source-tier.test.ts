import { getDomain, getPublicSuffix } from 'tldts';
import { describe, expect, it } from 'vitest';
import { readSourceTiers, sourceTierOf } from '../../source-quality/source-quality.ts';

const { groups, userGenerated } = readSourceTiers();
const entries = groups.flatMap(({ tier, domains }) => domains.flat().map((domain) => ({ domain, tier })));

describe('the data file of source tiers', () => {
  it('lists no entry twice', () => {
    const domains = entries.map(({ domain }) => domain);

    expect(domains.filter((domain, index) => domains.indexOf(domain) !== index)).toEqual([]);
    expect(new Set(userGenerated).size).toBe(userGenerated.length);
  });

  it('lists registrable domains and suffixes only', () => {
    const others = entries.filter(({ domain }) => getDomain(domain) !== domain && getPublicSuffix(domain) !== domain);

    expect(others).toEqual([]);
  });

  it('lists nothing that a shorter entry covers', () => {
    const tiers = new Map(entries.map(({ domain, tier }) => [domain, tier]));
    const parentOf = (domain: string): string | undefined =>
      domain
        .split('.')
        .slice(1)
        .map((_, index, labels) => labels.slice(index).join('.'))
        .find((parent) => tiers.has(parent));

    expect(entries.filter(({ domain, tier }) => tiers.get(parentOf(domain) ?? '') === tier)).toEqual([]);
  });

  it('reserves tier 3 for what is not listed', () => {
    expect(entries.filter(({ tier }) => tier === 3)).toEqual([]);
  });

  it('lists official domains of at least forty countries', () => {
    const countries = entries
      .filter(({ tier }) => tier === 1)
      .map(({ domain }) => domain.split('.').at(-1) ?? '')
      .filter((label) => label.length === 2);

    expect(new Set(countries).size).toBeGreaterThanOrEqual(40);
  });
});

describe('sourceTierOf', () => {
  it.each([
    'https://www.legislation.gov.uk/ukpga/2018/12',
    'https://www.gesetze-im-internet.de/burlg/__3.html',
    'https://www.ris.bka.gv.at/',
    'https://www.fedlex.admin.ch/eli/cc/24/233_245_233/de',
    'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
    'https://www.legifrance.gouv.fr/codes/',
    'https://laws.e-gov.go.jp/',
    'https://www.dof.gob.mx/',
    'https://pubmed.ncbi.nlm.nih.gov/1/',
    'https://doi.org/10.1000/1',
    'https://datatracker.ietf.org/doc/html/rfc9110',
    'https://www.who.int/news',
    'https://WWW.GOV.UK./guidance',
  ])('calls %s primary', (url) => {
    expect(sourceTierOf(url)).toBe(1);
  });

  it.each([
    'https://arxiv.org/abs/1',
    'https://www.stanford.edu/',
    'https://www.reuters.com/a',
    'https://nodejs.org/api/',
  ])('calls %s established', (url) => {
    expect(sourceTierOf(url)).toBe(2);
  });

  it.each([
    'https://example.org/',
    'https://somebody.github.io/',
    'https://sites.google.com/view/x',
    'https://blogs.bmj.com/x',
    'https://forum.nodejs.org/t/1',
    'https://www.stanford.edu/~somebody/',
    'https://gov.uk@example.org/',
    'https://example.org/www.gov.uk/',
    'https://notgov.uk/',
    'http://127.0.0.1/',
    'gov/lamp.md',
    '',
  ])('calls %j unknown', (url) => {
    expect(sourceTierOf(url)).toBe(3);
  });

  it('prefers the longer of two entries', () => {
    expect(sourceTierOf('https://www.austlii.edu.au/')).toBe(1);
    expect(sourceTierOf('https://www.anu.edu.au/')).toBe(2);
  });
});
