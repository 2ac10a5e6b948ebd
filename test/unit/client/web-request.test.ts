import { describe, expect, it } from 'vitest';
import { createRequest } from '../../../client/cli/commands/research.ts';
import { listProviders } from '../../../workers/assembly/tools.ts';

const webOnly = { preset: 'standard', clarify: 'never' } as const;
const here = { hasOwnWorkers: true, providers: listProviders({}) };
const elsewhere = { ...here, hasOwnWorkers: false };

describe('createRequest for the web', () => {
  const ready = { ...here, providers: listProviders({ EXA_API_KEY: 'key', BRAVE_API_KEY: 'key' }) };

  it('needs no folder', () => {
    const { corpusDirectories, web } = createRequest('How?', { ...webOnly, provider: ['arxiv'] }, ready);

    expect({ corpusDirectories, web }).toEqual({
      corpusDirectories: [],
      web: { providers: ['arxiv'], domainAllow: [], domainBlock: [], since: null },
    });
  });

  it('takes the first general provider that is set up, unless providers are named', () => {
    expect(createRequest('How?', { ...webOnly, web: true }, ready).web?.providers).toEqual(['brave']);
    expect(createRequest('How?', { ...webOnly, web: true, provider: ['exa'] }, ready).web?.providers).toEqual(['exa']);
  });

  it('says which variables to set when no general provider is set up', () => {
    expect(() => createRequest('How?', { ...webOnly, web: true }, here)).toThrow(
      '--web: no web search is set up. Set one of SEARXNG_URL (searxng), TAVILY_API_KEY (tavily), ' +
        'BRAVE_API_KEY (brave), EXA_API_KEY (exa), PLUMBLINE_CONTACT (wikipedia)',
    );
  });

  it('names the variable that a provider lacks, and leaves that to workers on other machines', () => {
    const named = { ...webOnly, provider: ['tavily', 'openalex'] as const };

    expect(() => createRequest('How?', named, ready)).toThrow(
      /--provider tavily: set TAVILY_API_KEY\s+--provider openalex: set OPENALEX_API_KEY/,
    );
    expect(createRequest('How?', named, elsewhere).web?.providers).toEqual(['tavily', 'openalex']);
  });

  it('accepts domains and a date', () => {
    const { web } = createRequest(
      'How?',
      {
        ...webOnly,
        provider: ['arxiv'],
        domainAllow: ['Example.org'],
        domainBlock: ['shop.example.org', 'example.net'],
        since: '2024-02-29',
      },
      ready,
    );

    expect(web).toMatchObject({
      domainAllow: ['example.org'],
      domainBlock: ['shop.example.org', 'example.net'],
      since: '2024-02-29',
    });
  });

  it('refuses invalid domains and dates, and names the value', () => {
    const create = () =>
      createRequest(
        'How?',
        { ...webOnly, provider: ['arxiv'], domainAllow: ['ok.org', 'https://a.org/b'], since: '2023-02-29' },
        ready,
      );

    expect(create).toThrow(
      /--domain-allow "https:\/\/a\.org\/b": use a domain like example\.org\s+--since: use a date like 2026-01-31/,
    );
  });

  it('refuses domains and a date for a run that does not use the web', () => {
    const idle = { ...webOnly, domainAllow: ['a.org'], domainBlock: ['b.org'], since: '2024-01-01' };

    expect(() => createRequest('How?', idle, ready)).toThrow(
      /--domain-allow: needs --web or --provider\s+--domain-block: needs[^]*--since: needs/,
    );
  });

  it('refuses a run with nothing to search, together with all other problems', () => {
    const create = () => createRequest('', { ...webOnly, maxTasks: 99 }, ready);

    expect(create).toThrow(/question is empty[^]*--max-tasks: use 1 to 24\s+there is nothing to search: give a folder/);
  });
});
