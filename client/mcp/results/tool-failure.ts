import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { EnvironmentError, RunFailedError, UnknownRunError, UnknownSessionError } from '../../errors/failures.ts';
import { problemOf, type RequestProblem } from '../../http/protocol/problem.ts';
import { PROGRAM } from '../../wording/cli-commands.ts';
import type { McpContext } from '../context/mcp-context.ts';
import { quotedBlock } from './quoted-content.ts';

/** What failed, and what a model can do about it. */
export interface ToolFailure {
  readonly message: string;
  readonly remedy: string;
  /** The message holds words of a server or a model. */
  readonly isQuoted?: boolean;
}

/** An error in words of the tools; one that nobody expected goes to the log and is only named. */
export function describeFailure({ report }: Pick<McpContext, 'report'>, error: unknown): ToolFailure {
  const problem = problemOf(error);
  if (problem !== null) {
    const isQuoted = error instanceof RunFailedError;
    return { message: problem.message, remedy: remedyOf(error, problem), isQuoted };
  }
  const reportId = randomUUID();
  report(error, reportId);
  return { message: 'something went wrong', remedy: `The log of the server says more, under ${reportId}.` };
}

/** A tool call that failed. */
export function failedResult({ message, remedy, isQuoted = false }: ToolFailure): CallToolResult {
  if (isQuoted) {
    const said = `It failed; why, follows as quoted content. ${remedy}`.trimEnd();
    return { content: [{ type: 'text', text: said }, quotedBlock(message)], isError: true };
  }
  const stop = /[.!?:]$/.test(message) ? '' : '.';
  const text = remedy === '' ? message : `${message}${stop} ${remedy}`;
  return { content: [{ type: 'text', text }], isError: true };
}

/** Remedies of the HTTP API that name requests give way to tools. */
function remedyOf(error: unknown, { status, options }: RequestProblem): string {
  if (error instanceof UnknownRunError) return 'Call research_list to see the runs.';
  if (error instanceof UnknownSessionError) return 'Leave out sessionId to begin a session.';
  // Only a person has a terminal.
  if (error instanceof EnvironmentError && error.remedy.includes(PROGRAM)) return `Tell the person: ${error.remedy}`;
  const { remedy = '' } = options;
  if (!/\b(?:GET|POST|DELETE) \//.test(remedy)) return remedy;
  if (status === 409 || remedy.includes('/api/runs')) return 'Call research_status to see the state of the run.';
  return remedy.includes('openapi') ? 'The schema of the tool describes what it takes.' : '';
}
