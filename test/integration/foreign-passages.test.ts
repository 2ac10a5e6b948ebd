import { citedClaims } from '@plumbline/contracts/report/report-claims';
import { createOpenAIEmbedder } from '@plumbline/ranking/openai-embedder';
import type { Embedder } from '@plumbline/search/embedder';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type EmbeddingServer, startEmbeddingServer } from '../support/servers/embedding-server.ts';
import { createRealResearch, type RealResearch } from '../support/worlds/real-research.ts';

const OIL = 'Der Wärter füllt die Lampe jeden Abend mit dem Öl aus dem Keller des Turmes.';
const FILES = {
  'lampe.md': `# Leuchtfeuer

Das Leuchtfeuer steht am Ende der Mole und ist weithin sichtbar. ${OIL} Das Fenster wird jeden Morgen geputzt.
Am Sonntag ist der Turm für alle Besucher geöffnet. Der Eintritt in den Turm kostet drei Taler für jeden Besucher.
`,
  'flut.md': '# Gezeiten\n\nBei Flut meldet der Wärter jede hohe Welle an den Hafen und hisst die rote Flagge.\n',
  'seil.md': '# Tauwerk\n\nDas Seil wird im Herbst geteert und im Frühjahr von zwei Männern genau geprüft.\n',
  'markt.md': '# Marktordnung\n\nDer Markt beginnt jeden Morgen um sechs Uhr und endet am Abend mit dem Läuten.\n',
  'schule.md': '# Schulordnung\n\nDie Kinder der Insel besuchen die Schule an fünf Tagen der Woche bis zum Mittag.\n',
};
const QUESTION = 'With which oil does the keeper fill the lantern?';

let server: EmbeddingServer;
let research: RealResearch | undefined;
beforeEach(async () => {
  server = await startEmbeddingServer();
});
afterEach(async () => {
  await research?.dispose();
  await server.close();
});

const byConcepts = (): Embedder =>
  createOpenAIEmbedder({ apiKey: 'k', baseURL: server.baseURL, model: 'concepts', timeoutMs: 600_000 });

async function run(question: string, files: Readonly<Record<string, string>>, embedder: Embedder | null) {
  research = await createRealResearch(inject('temporalAddress'), files, undefined, embedder);
  const { record, markdown } = await research.run(question, { clarify: 'never' });
  const { report } = record;
  const opening = markdown.split('\n- ')[0] ?? '';
  return { report, markdown, opening, shown: citedClaims(report) };
}

describe('documents in another language than the question', () => {
  it('are shown by the first hit of semantic search, marked and without claiming to answer', async () => {
    const { report, markdown, opening, shown } = await run(QUESTION, FILES, byConcepts());

    expect(shown[0]).toMatchObject({ quotedLanguage: 'de', isPassage: true });
    expect(shown[0]?.text).toContain(OIL);
    expect(report.summary.map(({ isPassage }) => isPassage)).not.toContain(undefined);
    expect(report.citations[0]).toMatchObject({ locator: 'lampe.md' });
    expect(opening).toMatch(/are in German, the question is in English\./);
    expect(markdown).toContain('- *Leuchtfeuer:* Original wording (German): ');
    expect(markdown).not.toMatch(/do not answer this question|No passage answers|found nothing/);
  });

  it('are mentioned but not shown without an embedding model', async () => {
    const { report, opening, markdown, shown } = await run(QUESTION, FILES, null);

    expect(shown).toEqual([]);
    expect(opening).toContain('Nothing was found in the documents for this question.');
    expect(markdown).toContain('the search by words found nothing that answers it');
    expect(report.diagnostics).toContainEqual({ code: 'EVIDENCE_LANGUAGE', languages: ['de'] });
  });

  it('are not looked for again in follow-up rounds', async () => {
    const { report } = await run(QUESTION, FILES, byConcepts());

    expect(report.telemetry.counts.rounds).toBe(0);
  });

  it('are shown beside what documents in its own language say', async () => {
    const english = 'The keeper fills the lantern with rapeseed oil every evening.';
    const files = { ...FILES, 'lantern.md': `# Lantern\n\n## Filling\n\n${english}\n` };

    const { shown } = await run(QUESTION, files, byConcepts());

    expect(shown.find(({ text }) => text === english)?.quotedLanguage).toBeUndefined();
    expect(shown.find(({ text }) => text.includes(OIL))).toMatchObject({ isPassage: true, quotedLanguage: 'de' });
  });

  it('are shown when documents in its own language treat other subjects', async () => {
    const files = {
      ...FILES,
      'bread.md': '# Bakery\n\n## Ovens\n\nThe baker lights the oven of the bakery at four.\n',
    };

    const { report, shown } = await run(QUESTION, files, byConcepts());

    expect(report.summary.map(({ isPassage }) => isPassage)).not.toContain(undefined);
    expect(shown.map(({ text }) => text).join('\n')).toContain(OIL);
  });
});

it('documents in English are shown to a question in German, in German words', async () => {
  const files = {
    'lamp.md':
      '# Beacon\n\nEvery evening the keeper climbs the tower and fills the lamp with whale oil from the cellar.\n',
    'tide.md': '# Tides\n\nAt high tide the keeper reports every high wave to the harbour and raises the red flag.\n',
    'school.md': '# School\n\nThe children of the island go to school on five days of the week until noon.\n',
  };

  const { opening, shown } = await run('Womit füllt der Wärter abends seine Lampe mit Öl?', files, byConcepts());

  expect(shown[0]?.text).toContain('whale oil');
  expect(opening).toContain('auf Englisch, die Frage ist auf Deutsch');
});
