// Tries hostile inputs against the running product and its functions: npm run bench:hostile -- [--every <n>] [--json <file>]
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Command } from 'commander';
import { createApiWorld } from '../test/support/builders/api-world.ts';
import { fieldsOf, readDocument } from '../test/support/builders/documented-requests.ts';
import { createCliWorld } from '../test/support/processes/cli.ts';
import { withRareTools } from '../test/support/processes/mcp-client.ts';
import { serveApi } from '../test/support/processes/served-api.ts';
import compileOnce from '../test/support/worlds/compiled-program.global-setup.ts';
import { runEvaluationCommand } from './evaluation-command.ts';
import { describeMachine } from './figure.ts';
import { hostileFiles, tryFiles } from './hostile/files.ts';
import { tryRequests } from './hostile/requests.ts';
import { type Silence, watchSilence } from './hostile/silence.ts';
import { createTally, type Tally } from './hostile/tally.ts';
import { findTextFunctions, type Growth, tryTextFunctions } from './hostile/text-functions.ts';
import { tryTools } from './hostile/tools.ts';

const AREAS = ['requests', 'tools', 'functions', 'files'] as const;
/** Of the attacks on requests and tools; each field has another share of them. All are some 66,000. */
const EVERY = 40;
const CASES_OF_KIND = 2;
/** What is compared with: no attack. */
const QUIET = 'nothing';
const QUIET_MS = 5_000;
const TOOLS_AT_ONCE = 4;
/** Times the work for twice the text. */
const MOST_GROWTH = 2.3;

const { every, only, json, factors } = parseOptions(process.argv);

await runEvaluationCommand(json, async ({ print }) => {
  const tally = createTally();
  const silences: Record<string, Silence & { readonly during: readonly string[] }> = {};
  if (only.includes('requests') || only.includes('tools')) await attackServer(tally, silences);
  let growths: Growth[] = [];
  if (only.includes('functions')) {
    const limits = { most: MOST_GROWTH, every: Math.ceil(every / 5) };
    growths = await tryTextFunctions(await findTextFunctions(), tally, limits);
    print(renderGrowths(growths, factors));
  }
  if (only.includes('files')) await tryFiles(await hostileFiles(CASES_OF_KIND), tally);
  const machine = describeMachine(new Date().toISOString().slice(0, 10));
  print(render(tally, machine));
  for (const [area, silence] of Object.entries(silences)) print(renderSilence(area, silence));
  if (tally.faults.length > 0) process.exitCode = 1;
  const { faults, slowest } = tally;
  return { machine, rows: Object.fromEntries(tally.rows), faults, slowest, silences, growths };
});

/** The product as people have it: compiled `serve`, a worker and the embedded server, without a model. */
async function attackServer(
  tally: Tally,
  silences: Record<string, Silence & { readonly during: readonly string[] }>,
): Promise<void> {
  compileOnce();
  const world = await createCliWorld();
  try {
    await world.run('up');
    const { address, command } = await serveApi(world, { options: ['--rate-limit', '1000000'] });
    const watch = await watchSilence(address, command.process.pid ?? 0);
    const sent: { readonly name: string; readonly from: number; readonly to: number }[] = [];
    const send = async (path: string, init: RequestInit): Promise<Response> => {
      const from = Date.now();
      try {
        return await fetch(`${address}${path}`, init);
      } finally {
        sent.push({ name: `${init.method} ${path.slice(0, 60)}`, from, to: Date.now() });
      }
    };
    const during = async (area: string, attack: () => Promise<void>) => {
      if (!area.startsWith(QUIET) && !only.includes(area)) return;
      await watch.longest();
      await attack();
      const silence = await watch.longest();
      const [began, ended] = silence.between;
      const around = sent.filter(({ from, to }) => from < ended && to > began);
      silences[area] = { ...silence, during: around.map(({ name }) => name) };
    };
    await during(QUIET, () => pause(QUIET_MS));
    const fields = fieldsOf(await readDocument(createApiWorld()));
    await during('requests', () => tryRequests(fields, send, tally, every));
    const client = new Client({ name: 'bench', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
    await during('tools', () => tryTools(withRareTools(client), tally, Math.ceil(every / 4), TOOLS_AT_ONCE));
    await client.close();
    await during(`${QUIET} afterwards`, () => pause(QUIET_MS));
    await watch.close();
  } finally {
    await world.close();
  }
}

function render({ rows, faults, slowest }: Tally, machine: string): string {
  const all = [...rows.values()].reduce(
    (sum, { tried, held }) => ({ tried: sum.tried + tried, held: sum.held + held }),
    { tried: 0, held: 0 },
  );
  const lines = [...rows, ['all', all] as const].map(([area, { tried, held }]) => `| ${area} | ${tried} | ${held} |`);
  const took = slowest.map(({ tried, ms }) => `${(ms / 1_000).toFixed(1)} s: ${tried}`);
  const table = ['| hostile inputs | tried | held |', '|---|---|---|', ...lines];
  return [machine, '', ...table, '', ...faults, 'slowest:', ...took].join('\n');
}

function renderSilence(area: string, silence: Silence & { readonly during: readonly string[] }): string {
  const { asked, livez, bare, workedMs, during } = silence;
  const told = ({ longestMs, long }: Silence['livez']) => `${Math.round(longestMs)} ms at most, ${long} times long`;
  return [
    `during ${area}, /livez waited ${told(livez)}, a server that does nothing ${told(bare)}, of ${asked} questions;`,
    `the server worked ${Math.round(workedMs)} ms at most in a wait${during.length > 0 ? `, during ${during.slice(-5).join(', ')}` : ''}`,
  ].join(' ');
}

/** Functions that grow too fast, or all that can be compared. */
function renderGrowths(growths: readonly Growth[], withAll: boolean): string {
  const compared = growths.filter(({ factor }) => factor !== null);
  const shown = compared.filter(({ factor }) => withAll || (factor ?? 0) > MOST_GROWTH);
  const most = Math.max(...compared.map(({ factor }) => factor ?? 0));
  return [
    `${growths.length} functions with a text tried, ${compared.length} are enough work to compare: ${most.toFixed(2)} times at most for twice the text`,
    ...shown.map(({ name, unit, length, factor }) => `${factor?.toFixed(2)}: ${name} ${unit} (${length} characters)`),
  ].join('\n');
}

function parseOptions(argv: readonly string[]) {
  const given = new Command('npm run bench:hostile --')
    .description(
      'Tries hostile inputs against serve, the MCP tools, text functions and document formats, and counts what holds.',
    )
    .option('--every <n>', 'one of so many attacks on each field; 1 takes hours', String(EVERY))
    .option('--only <areas>', `only these, separated by commas: ${AREAS.join(', ')}`, AREAS.join(','))
    .option('--factors', 'of every function and text how the work grows', false)
    .option('--json <file>', 'writes the figures there')
    .parse(argv)
    .opts<{ every: string; only: string; factors: boolean; json?: string }>();
  const { factors, json = null } = given;
  return { every: Math.max(1, Number(given.every)), only: given.only.split(','), factors, json };
}
