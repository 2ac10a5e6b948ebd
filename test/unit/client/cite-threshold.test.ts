import { describe, expect, it } from 'vitest';
import { type CorpusOptions, withUsual } from '../../../client/cli/options/corpus-places.ts';
import { settingsFrom } from '../../../client/cli/options/setting-options.ts';
import { loadClientConfig } from '../../../client/configuration/config.ts';
import { CONVERSATION_SETTINGS, type Setting, SETTINGS } from '../../../client/configuration/settings.ts';

const load = (value: string) =>
  loadClientConfig({ 'answers.cite-threshold': value }, { stdin: {}, stdout: {}, stderr: {} });

describe('the threshold of relevance for citations', () => {
  it('may be set for reports and for answers, and the option wins', () => {
    const { usual } = load('0.5');
    const read = (given: CorpusOptions & { readonly citeThreshold?: number }, settings: readonly Setting[]) =>
      settingsFrom({ ...withUsual(given, usual, true) }, settings);

    for (const settings of [SETTINGS, CONVERSATION_SETTINGS]) {
      expect(read({}, settings)).toMatchObject({ citeThreshold: 0.5 });
      expect(read({ citeThreshold: 0.7 }, settings)).toMatchObject({ citeThreshold: 0.7 });
    }
  });

  it('is checked', () => {
    expect(() => load('2')).toThrow('answers.cite-threshold');
  });
});
