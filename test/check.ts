// Runs the checks side by side: npm run check. One after the other, each would leave the second core idle for a part of its time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { exit, stdout } from 'node:process';
import { text } from 'node:stream/consumers';

const CHECKS = ['check:format', 'check:lint', 'check:types', 'check:unused', 'check:unused:production'];

const outcomes = await Promise.all(CHECKS.map(run));
for (const { name, said, code } of outcomes) stdout.write(`${name}: ${code === 0 ? 'fine' : 'failed'}\n${said}`);
exit(outcomes.every(({ code }) => code === 0) ? 0 : 1);

/** What a script of the project says and how it ends. */
async function run(name: string) {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const [said, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { name, said: said + complaints, code: code as number | null };
}
