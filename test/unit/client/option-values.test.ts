import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { collect, collectProvider, parseLanguage } from '../../../client/cli/options/option-values.ts';

describe('options that may be repeated', () => {
  it('keep their values in the order in which they were given', () => {
    expect(collect('b', collect('a'))).toEqual(['a', 'b']);
  });

  it('count a provider once', () => {
    expect(collectProvider('ArXiv', collectProvider('exa', collectProvider('arxiv')))).toEqual(['arxiv', 'exa']);
  });

  it('refuse a provider that does not exist, with those that do', () => {
    expect(() => collectProvider('gopher')).toThrow(InvalidArgumentError);
    expect(() => collectProvider('gopher')).toThrow(/searxng, tavily, .*europe-pmc/);
  });
});

describe('a language', () => {
  it('is a code of ISO 639-1, in any case', () => {
    expect([parseLanguage('de'), parseLanguage(' ZH ')]).toEqual(['de', 'zh']);
  });

  it.each(['xx', 'german', 'd', 'de-AT', ''])('is refused as "%s", with those that the report speaks', (text) => {
    expect(() => parseLanguage(text)).toThrow(InvalidArgumentError);
    expect(() => parseLanguage(text)).toThrow(/is no language of ISO 639-1; use de or en/);
  });
});
