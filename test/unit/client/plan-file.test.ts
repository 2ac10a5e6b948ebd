import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPlan } from '../../../client/cli/options/option-values.ts';
import { UsageError } from '../../../client/errors/failures.ts';

const folder = mkdtempSync(join(tmpdir(), 'plan-'));
const path = join(folder, 'plan.json');
afterAll(() => rmSync(folder, { recursive: true }));

async function refusalOf(file: string): Promise<UsageError> {
  return readPlan(file).then(
    () => Promise.reject(new Error('the plan was accepted')),
    (error: unknown) => (error instanceof UsageError ? error : Promise.reject(error)),
  );
}

describe('readPlan', () => {
  it('accepts the plan that `approve --print` writes', async () => {
    const plan = { tasks: [{ taskId: 't1', text: 'Which oil?', rationale: 'It is asked.' }] };
    writeFileSync(path, JSON.stringify(plan));

    expect(await readPlan(path)).toEqual(plan);
  });

  it.each([
    ['', 'is empty'],
    ['tasks: none', 'is not JSON'],
    ['[]', 'it is not an object with a list of tasks'],
    ['null', 'it is not an object with a list of tasks'],
    ['{}', 'the list of tasks: it is missing or has the wrong type'],
    ['{"tasks": []}', 'the list of tasks is empty'],
    ['{"tasks": [{"taskId": "t1", "text": " "}]}', 'task 1: text is empty'],
    ['{"tasks": [{"taskId": "t1", "text": "a"}, {"taskId": "T 2", "text": "b"}]}', 'task 2: taskId is 1 to 32 small'],
    [
      '{"tasks": [{"taskId": "t1", "text": "a"}, {"taskId": "t1", "text": "b"}]}',
      'the list of tasks has a task id twice',
    ],
    ['{"tasks": [{"taskId": "t1", "text": "a", "when": "now"}]}', 'task 1 has an unknown field'],
    [
      JSON.stringify({ tasks: Array.from({ length: 25 }, () => ({ taskId: 't1', text: 'a' })) }),
      'more than 24 entries',
    ],
  ])('says what is wrong with %s, and how to get a plan', async (content, words) => {
    writeFileSync(path, content);

    const { message, remedy } = await refusalOf(path);

    expect(message).toContain(words);
    expect(message).not.toMatch(/expected|Invalid|\n/);
    expect(remedy).toContain('--print > plan.json');
  });

  it('reports a missing file, and a folder in its place', async () => {
    expect((await refusalOf(join(folder, 'none.json'))).message).toBe(`there is no file ${join(folder, 'none.json')}`);
    expect((await refusalOf(folder)).message).toBe(`${folder} is a folder`);
  });
});
