import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type McpServer,
  type ServerContext,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  PROGRAM,
  EnvironmentError,
  RunFailedError,
  UnknownRunError,
  UnknownSessionError,
} from '../../errors/failures.ts';
import { requireVisibleRun } from '../../runs/run-owner.ts';
import { problemOf, type RequestProblem, withoutNulls } from '../../service/problem.ts';
import type { McpContext } from './mcp-context.ts';
import { notice, quotedBlock } from './quoted-content.ts';

/** One call of a tool. */
export interface ToolCall {
  /** Ends the waiting of this call, not what it waits for. */
  readonly signal: AbortSignal;
  readonly progress: ReportProgress;
  /** What the protocol knows of the call. */
  readonly context: ServerContext;
}

/** What a tool has to say. */
export interface ToolAnswer {
  /** In our own words alone. */
  readonly say: string;
  /** Words of others; they come last. */
  readonly quote?: string;
  readonly data: object;
}

/** A call as the protocol has it. */
type Answering = (
  input: Readonly<Record<string, unknown>>,
  call: ServerContext,
) => Promise<CallToolResult | InputRequiredResult>;

type ToolHandler<Input> = (input: Input, call: ToolCall) => Promise<ToolAnswer | InputRequiredResult>;

/**
 * What a text among the arguments of a tool names. `run`: its user must see it, which is checked before the tool is
 * called. `new run`, `session`, `message` and `entry` are looked up under the user of the call. `nothing`: words, or a
 * name among the sources that the server offers to everybody.
 */
type Named = 'run' | 'new run' | 'session' | 'message' | 'entry' | 'user' | 'nothing';

/** Each argument that may be any text says what it names; a choice among given words names nothing. */
type NamedArguments<Input> = {
  readonly [Key in keyof Input as IsAnyText<NonNullable<Input[Key]>> extends true ? Key : never]-?: Named;
};
type IsAnyText<Value> = Value extends readonly (infer Entry)[] ? IsAnyText<Entry> : string extends Value ? true : false;

interface ToolDefinition<Input extends z.ZodObject, Names = NamedArguments<z.output<Input>>> {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Input;
  readonly annotations: ToolAnnotations;
  readonly names: Names;
}

interface Place {
  readonly server: McpServer;
  readonly context: McpContext;
}

/** Adds a tool: what fails is a result that says what to do, and the server goes on. */
export function addTool<Input extends z.ZodObject>(
  place: Place,
  name: string,
  definition: ToolDefinition<Input>,
  handle: ToolHandler<z.output<Input>>,
): void;
export function addTool(
  { server, context }: Place,
  name: string,
  { names, ...definition }: ToolDefinition<z.ZodObject, Readonly<Record<string, Named>>>,
  handle: ToolHandler<Readonly<Record<string, unknown>>>,
): void {
  const runs = Object.entries(names).flatMap(([argument, named]) => (named === 'run' ? [argument] : []));
  const answer: Answering = async (input, call) => {
    const signal = AbortSignal.any([call.mcpReq.signal, context.settings.closing]);
    try {
      await context.refresh();
      for (const argument of runs) await requireOwnRun(context, input[argument], signal);
      const answered = await handle(input, { signal, progress: createProgress(call), context: call });
      return isInputRequiredResult(answered) ? answered : toResult(answered);
    } catch (error) {
      // A cancelled call has no reader for its result.
      if (signal.aborted) return failedResult({ message: 'the call was cancelled', remedy: 'What it began goes on.' });
      return failedResult(describeFailure(context, error));
    }
  };
  if (RARE.has(name)) {
    const others = rareTools.get(server) ?? new Map<string, RareTool>();
    rareTools.set(server, others.set(name, { ...definition, answer }));
    return;
  }
  server.registerTool(name, { ...definition, inputSchema: forgetsNulls(definition.inputSchema) }, answer);
}

/** {@link addTool}, for a tool that says what it is and what it does in one place. */
export function defineTool<Input extends z.ZodObject>(
  place: Place,
  name: string,
  { handle, ...definition }: ToolDefinition<Input> & { readonly handle: ToolHandler<z.output<Input>> },
): void {
  addTool<Input>(place, name, definition, handle);
}

/** What takes null is given it. */
function fieldsIn({ shape }: z.ZodObject, given: unknown): unknown {
  return given instanceof Object
    ? withoutNulls(given, (field) => shape[field]?.safeParse(null).success !== false)
    : given;
}

function forgetsNulls(schema: z.ZodObject): z.ZodObject {
  const { validate, ...standard } = schema['~standard'];
  const forgiving = { ...standard, validate: (given: unknown) => validate(fieldsIn(schema, given)) };
  return new Proxy(schema, { get: (target, key) => (key === '~standard' ? forgiving : Reflect.get(target, key)) });
}

/** Tools that a conversation seldom needs: one tool stands for all in the list, which every conversation carries. */
const RARE: ReadonlySet<string> = new Set(
  'compare library_list library_add library_remove memory_list memory_verify memory_reinforce memory_forget'.split(' '),
);

interface RareTool extends Pick<ToolDefinition<z.ZodObject>, 'title' | 'description' | 'inputSchema'> {
  readonly answer: Answering;
}

const rareTools = new WeakMap<McpServer, Map<string, RareTool>>();

/** `manage`: the rare tools by their names, and what each takes. */
export function addManage(server: McpServer): void {
  const tools = rareTools.get(server) ?? new Map<string, RareTool>();
  const lines = [...tools].map(([name, { title }]) => `${name}: ${title.toLowerCase()}`);
  const inputSchema = z.strictObject({
    tool: z.enum([...tools.keys()]),
    arguments: z.record(z.string(), z.unknown()).optional().describe('left out: says what the tool does and takes'),
  });
  const annotations = { destructiveHint: true, openWorldHint: false };
  const description = `Documents and memory of the person, and comparing reports. ${lines.join('; ')}.`;
  server.registerTool('manage', { title: 'Manage', description, inputSchema, annotations }, async (input, call) => {
    const tool = tools.get(input.tool);
    if (tool === undefined) return failedResult({ message: `there is no ${input.tool}`, remedy: '' });
    const schema = JSON.stringify(z.toJSONSchema(tool.inputSchema, { io: 'input', unrepresentable: 'any' }));
    if (input.arguments === undefined)
      return { content: [{ type: 'text', text: `${tool.description} Its arguments: ${schema}` }] };
    const parsed = tool.inputSchema.safeParse(fieldsIn(tool.inputSchema, input.arguments));
    if (parsed.success) return tool.answer(parsed.data, call);
    return failedResult({ message: z.prettifyError(parsed.error), remedy: `Its arguments: ${schema}` });
  });
}

/** For any tool that uses a run: a caller who may not see it gets the answer for a nonexistent run. */
async function requireOwnRun(context: McpContext, researchId: unknown, signal: AbortSignal): Promise<void> {
  const { tools, settings } = context;
  if (settings.viewer === null || typeof researchId !== 'string') return;
  await requireVisibleRun({ access: await context.access(signal), tools }, settings.viewer, researchId);
}

function toResult({ say, quote = '', data }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: say }, ...(quote === '' ? [] : [quotedBlock(quote)])],
    structuredContent: { ...notice, ...data },
  };
}

/** Tells the client how far a call is; nothing happens where it did not ask for that. */
type ReportProgress = (message: string) => Promise<void>;

function createProgress({ mcpReq }: ServerContext): ReportProgress {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return async () => {};
  // There is no total: what a run still has to do is not known. Progress only has to grow.
  let progress = 0;
  return async (message) => {
    progress += 1;
    const params = { progressToken, progress, message };
    // A client that has left needs none.
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** What failed, and what a model can do about it. */
interface ToolFailure {
  readonly message: string;
  readonly remedy: string;
  /** The message contains words of a server or a model. */
  readonly isQuoted?: boolean;
}

/** An error in words of the tools; an unexpected one goes to the log and is only named. */
export function describeFailure({ report }: Pick<McpContext, 'report'>, error: unknown): ToolFailure {
  const problem = problemOf(error);
  if (problem !== null) {
    const isQuoted = error instanceof RunFailedError;
    return { message: problem.message, remedy: remedyOf(error, problem), isQuoted };
  }
  const reportId = randomUUID();
  report(error, reportId);
  return { message: 'something went wrong', remedy: `See the server's log under ${reportId}.` };
}

/** A tool call that failed. */
function failedResult({ message, remedy, isQuoted = false }: ToolFailure): CallToolResult {
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
