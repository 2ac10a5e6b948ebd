#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { addAnswerCommand } from './commands/answer.ts';
import { addApproveCommand } from './commands/approve.ts';
import { addBackupCommand } from './commands/backup.ts';
import { addCancelCommand } from './commands/cancel.ts';
import { addCodecCommand } from './commands/codec.ts';
import { addDeleteCommand } from './commands/delete.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addDownCommand } from './commands/down.ts';
import { addExtendCommand } from './commands/extend.ts';
import { addFinishCommand } from './commands/finish.ts';
import { addGcCommand } from './commands/gc.ts';
import { addListCommand } from './commands/list.ts';
import { addReportCommand } from './commands/report.ts';
import { addResearchCommand } from './commands/research.ts';
import { addRestoreCommand } from './commands/restore.ts';
import { addResumeCommand } from './commands/resume.ts';
import { addRetryCommand } from './commands/retry.ts';
import { addSearchCommand } from './commands/search.ts';
import { addSkipCommand } from './commands/skip.ts';
import { addStatusCommand } from './commands/status.ts';
import { addSteerCommand } from './commands/steer.ts';
import { addTemporalCommand } from './commands/temporal.ts';
import { addTraceCommand } from './commands/trace.ts';
import { addUpCommand } from './commands/up.ts';
import { addVerifyCommand } from './commands/verify.ts';
import { addWorkerCommand } from './commands/worker.ts';
import { ExitCode } from './context/exit.ts';
import { toJson } from './terminal/output.ts';

const program = new Command('plumbline')
  .description('Deep research that can be trusted and cannot be lost.')
  .exitOverride()
  .showHelpAfterError('Add --help to see what is possible.')
  .showSuggestionAfterError();

for (const add of [
  addResearchCommand,
  addAnswerCommand,
  addSkipCommand,
  addApproveCommand,
  addStatusCommand,
  addListCommand,
  addReportCommand,
  addSteerCommand,
  addExtendCommand,
  addRetryCommand,
  addFinishCommand,
  addCancelCommand,
  addResumeCommand,
  addSearchCommand,
  addVerifyCommand,
  addTraceCommand,
  addDoctorCommand,
  addGcCommand,
  addDeleteCommand,
  addBackupCommand,
  addRestoreCommand,
  addUpCommand,
  addDownCommand,
  addWorkerCommand,
  addTemporalCommand,
  addCodecCommand,
]) {
  add(program);
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has said what is wrong, or shown the help that was asked for.
  process.exitCode = error.exitCode === 0 ? ExitCode.Done : ExitCode.WrongUsage;
  if (process.exitCode !== ExitCode.Done && process.argv.includes('--json')) {
    process.stdout.write(`${toJson({ error: { kind: 'usage', message: error.message } }, 2)}\n`);
  }
}
