import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerWholeRun, replyTo } from '../support/builders/scripted-answers.ts';
import { isAlive, waitUntil } from '../support/processes/processes.ts';
import { hang, type ScriptedModelServer, startScriptedModelServer } from '../support/servers/scripted-model-server.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

const QUESTION = 'How long does the harbour lamp burn on one filling?';

let world: CommandWorld;
let server: ScriptedModelServer | undefined;
beforeEach(async () => {
  world = await createCommandWorld();
});
afterEach(async () => {
  await world.close();
  await server?.close();
  server = undefined;
});

function kill(pid: number | null | undefined): void {
  if (typeof pid !== 'number') throw new Error('no process to kill');
  process.kill(pid, 'SIGKILL');
}

describe('a fork', () => {
  it('survives the deletion of the run that it was made from, and a kill of its worker', async () => {
    server = await startScriptedModelServer();
    const { promise: isWriting, resolve: announce } = Promise.withResolvers<void>();
    let hasHung = false;
    server.answerBy((request) => {
      if (request.model !== 'other' || hasHung) return replyTo(request);
      hasHung = true;
      announce();
      return hang;
    });
    const settings = { OPENAI_BASE_URL: server.baseURL, PLUMBLINE_MODEL: 'scripted' };
    const { run, start } = world.with(settings);
    await world.asProcesses(settings).run('up');
    await run('research', QUESTION, '--corpus', world.documents, '--id', 'base', '--quiet');
    const asked = server.requests.length;

    const command = start('fork', 'base', '--from', 'synthesis', '--model', 'other', '--id', 'forked', '--json');
    await isWriting;
    const deleted = await run('delete', 'base', '--yes');
    kill((await world.state())?.workerPid);
    const { code, stdout } = await command.ended;

    expect([code, deleted.code]).toEqual([0, 0]);
    expect(deleted.stderr).toContain('forked is a fork under way');
    expect(JSON.parse(stdout)).toMatchObject({ researchId: 'forked', stage: 'published' });
    expect(new Set(server.requests.slice(asked).map(({ model }) => model))).toEqual(new Set(['other']));
    const status = await run('status', 'forked');
    expect(status.stdout).toMatch(/Forked +from base at synthesis, model none → other/);
    expect(status.stdout).toMatch(/\d+\s+answers\s+of\s+base\s+reused/);
    const bundle = join(world.home, '..', 'forked.zip');
    const checks = [
      await run('verify', join(world.home, 'runs/forked/report.json')),
      await run('export', 'forked', '--format', 'bundle', '--out', bundle),
      await run('verify', bundle),
    ];
    expect(checks.map((check) => check.code)).toEqual([0, 0, 0]);
  });

  it('goes on from a run whose every process was killed, and leaves that run as it is', async () => {
    const model = await answerWholeRun({ hangOnceAt: 'extract-findings' });
    const settings = { OPENAI_BASE_URL: model.baseURL, PLUMBLINE_MODEL: 'scripted' };
    const processes = world.asProcesses(settings);
    const { run } = world.with(settings);
    const command = processes.start('research', QUESTION, '--corpus', world.documents, '--id', 'killed');
    await model.hanging;
    const state = await world.state();
    const pids = [command.process.pid, state?.pid, state?.workerPid, state?.serverPid];
    for (const pid of pids) kill(pid);
    await waitUntil(() => !pids.some((pid) => typeof pid === 'number' && isAlive(pid)));

    model.hold(true);
    await processes.run('up');
    const early = await run('fork', 'killed', '--from', 'synthesis');
    model.hold(false);
    const forked = await run('fork', 'killed', '--from', 'research', '--id', 'forked', '--json');

    expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('Use --from research, or let it go on')]);
    expect([forked.code, JSON.parse(forked.stdout)]).toMatchObject([0, { stage: 'published' }]);
    expect((await world.record('forked')).request.forkedFrom).toMatchObject({ researchId: 'killed', from: 'research' });
    expect(model.countByStep()).toMatchObject({ 'assess-clarity': 1, 'rewrite-query': 1 });
    expect((await run('resume', 'killed', '--json')).code).toBe(0);
    await model.close();
  });

  it('is refused with what to do', async () => {
    const refusals = [
      await world.run('fork', 'nobody', '--from', 'plan'),
      await world.run('fork', 'nobody'),
      await world.run('fork', 'nobody', '--from', 'synthesis', '--max-tasks', '3', '--add-corpus', world.documents),
      await world.run('fork', 'nobody', '--from', 'research', '--relevance-threshold', '70'),
      await world.run('fork', 'nobody', '--from', 'research', '--plan', 'missing.json'),
      await world.run('fork', 'nobody', '--from', 'research', '--model', 'large'),
    ];

    expect(refusals.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(refusals.map(({ stderr }) => stderr)).toEqual([
      expect.stringContaining('there is no run "nobody". List the runs: npx plumbline list'),
      expect.stringContaining("required option '--from <point>' not specified"),
      expect.stringMatching(/--max-tasks changes nothing.*use --from research\n.*--add-corpus/),
      expect.stringContaining('--relevance-threshold: use 0 to 1'),
      expect.stringContaining('there is no file missing.json'),
      expect.stringContaining('--model: no model is set up here'),
    ]);
  });
});
