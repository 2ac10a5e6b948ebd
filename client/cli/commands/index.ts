import type { Command } from 'commander';
import { addAnswerCommand, addResumeCommand } from './answer.ts';
import { addBriefingCommand } from './briefing.ts';
import { addCompletionCommand, addConfigCommand, addInitCommand } from './config.ts';
import { addAskCommand, addChatCommand, addMemoryCommand } from './converse.ts';
import { addBackupCommand, addDeleteCommand } from './deletion.ts';
import { addShareCommand } from './export.ts';
import { addLibraryCommand } from './library.ts';
import { addMcpCommand } from './mcp.ts';
import { addFinishCommand, addSteerCommand } from './messages.ts';
import { addModelCommand } from './model.ts';
import { addReportCommand } from './report.ts';
import { addForkCommand, addResearchCommand } from './research.ts';
import { addListCommand, addStatusCommand } from './runs.ts';
import { addReadCommand, addSearchCommand } from './search.ts';
import { addServeCommand } from './serve.ts';
import { addTraceCommand, addVerifyCommand } from './verify.ts';
import { addDoctorCommand, addDownCommand, addUpCommand, addWorkerCommand } from './worker.ts';

/** Adds one command to the program. */
export type AddCommand = (program: Command) => void;

/** Every command, by the headings of the help. */
export const COMMANDS: Readonly<Record<string, readonly AddCommand[]>> = {
  'Ask and chat:': [addAskCommand, addChatCommand, addMcpCommand, addMemoryCommand, addServeCommand],
  'Research:': [
    addAnswerCommand,
    addFinishCommand,
    addForkCommand,
    addListCommand,
    addReportCommand,
    addResearchCommand,
    addResumeCommand,
    addShareCommand,
    addStatusCommand,
    addSteerCommand,
    addTraceCommand,
    addVerifyCommand,
  ],
  'Sources:': [addLibraryCommand, addModelCommand, addReadCommand, addSearchCommand],
  'Briefing:': [addBriefingCommand],
  'Manage:': [
    addBackupCommand,
    addCompletionCommand,
    addConfigCommand,
    addDeleteCommand,
    addDoctorCommand,
    addDownCommand,
    addInitCommand,
    addUpCommand,
    addWorkerCommand,
  ],
};
