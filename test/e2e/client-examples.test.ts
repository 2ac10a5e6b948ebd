import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defaultTaskQueue } from '@plumbline/contracts/common/embedded-state';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { serveApi } from '../support/processes/served-api.ts';
import { type CommandWorld, createServedWorld } from '../support/worlds/command-world.ts';
import { countStarted } from '../support/worlds/started.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const QUESTION = 'How long does the harbour lamp burn on one filling?';
const ANSWER = 'with rapeseed oil';
const NINE_HOURS = /burns for nine hours/;

const HAS_NO_CURL = spawnSync('curl', ['--version']).error !== undefined;

const answerSchema = z.object({
  sessionId: z.string(),
  found: z.unknown().transform((found) => JSON.stringify(found)),
});
const runsSchema = z.array(z.object({ researchId: z.string(), stage: z.string().nullable() }));

let world: CommandWorld;
let taskQueue: string;
beforeAll(async () => {
  world = await createServedWorld();
  taskQueue = defaultTaskQueue((await readFile(join(world.home, 'store-id'), 'utf8')).trim());
});
afterAll(() => world.close());

async function runExample(name: string, ...args: readonly string[]): Promise<string> {
  countStarted('process');
  const { environment: env } = world;
  const example = promisify(execFile)(process.execPath, [`${EXAMPLES}${name}`, ...args], { env });
  return (await example).stdout;
}

async function runs(): Promise<z.infer<typeof runsSchema>> {
  return runsSchema.parse(JSON.parse((await world.run('list', '--json')).stdout));
}

describe('an example of the client library', () => {
  it('is short', () => {
    const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.ts'));

    expect(names).toHaveLength(7);
    const lengths = names.map((name) => readFileSync(`${EXAMPLES}${name}`, 'utf8').trimEnd().split('\n').length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(30);
  });

  it('starts a run and waits for its report', async () => {
    expect(await runExample('start-and-wait.ts', QUESTION, world.documents)).toMatch(NINE_HOURS);
  });

  it('starts a run, detaches, and answers by signal; another one watches it', async () => {
    expect(await runExample('answer-later.ts', QUESTION, world.documents, ANSWER)).toMatch(NINE_HOURS);

    const [newest] = await runs();
    expect(await runExample('watch.ts', newest?.researchId ?? '')).toMatch(/^published, \d+ tasks\n$/);
    expect((await world.record(newest?.researchId ?? '')).anchor.refinements).toEqual([ANSWER]);
  });

  it('schedules a question, which is researched at once for the first time', async () => {
    expect(await runExample('schedule.ts', 'weekly', QUESTION, world.documents)).toContain(taskQueue);

    const isPublished = async () =>
      (await runs()).some(
        ({ researchId, stage }) => researchId.startsWith('research-weekly-') && stage === 'published',
      );
    await expect.poll(isPublished, { interval: 500 }).toBe(true);
  });

  it('runs the activities and workflows in a worker of its own', async () => {
    expect(await runExample('own-worker.ts', QUESTION, world.documents)).toMatch(NINE_HOURS);
  });

  it('asks over MCP, as an assistant does', async () => {
    expect(await runExample('mcp-client.ts', QUESTION, world.documents)).toMatch(NINE_HOURS);
  });

  it.skipIf(HAS_NO_CURL)('asks over HTTP with curl, twice in one session (skipped without curl)', async () => {
    const { address, command } = await serveApi(world);
    const env = { ...world.environment, PLUMBLINE_SERVER: address };
    const { stdout } = await promisify(execFile)(`${EXAMPLES}http.sh`, [QUESTION, 'And with rapeseed oil?'], { env });
    command.interrupt();
    await command.ended;

    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => answerSchema.parse(JSON.parse(line)));
    expect(answers[0]?.found).toMatch(NINE_HOURS);
    expect(new Set(answers.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(answers).toHaveLength(2);
  });

  it('does the same with names only', async () => {
    const place = [inject('temporalAddress'), taskQueue];
    const printed = await runExample('plain-temporal.ts', ...place, QUESTION, world.documents, ANSWER);

    expect(JSON.parse(printed)).toMatchObject({ outcome: 'published', summary: expect.stringMatching(NINE_HOURS) });
  });
});
