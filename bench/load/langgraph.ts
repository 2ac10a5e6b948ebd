import { existsSync } from 'node:fs';
import type { Pipeline } from './pipeline.ts';

const FOLDER = new URL('../langgraph/', import.meta.url);

export const INSTALL_LANGGRAPH = 'npm ci --prefix bench/langgraph';

/** LangGraph serves one comparison alone, so its packages are not among the project's. */
export function isLangGraphInstalled(): boolean {
  return existsSync(new URL('node_modules/@langchain/langgraph/package.json', FOLDER));
}

/** @throws Error that says what to run when LangGraph is not installed. */
export async function loadRunGraph(): Promise<(pipeline: Pipeline, database: string) => Promise<string>> {
  if (!isLangGraphInstalled()) throw new Error(`LangGraph is not installed: ${INSTALL_LANGGRAPH}`);
  const { runGraph } = await import(new URL('graph-pipeline.ts', FOLDER).href);
  return runGraph;
}
