import { loadBuildId } from '../../../workers/build/build-id.ts';
import { type BundleOptions, loadBundle, SHARED_FOLDER } from '../../../workers/build/bundle.ts';

/** The workflow code of this checkout as workers load it: built once, which takes three seconds of processor time. */
export async function loadBuiltWorkflows(
  options: BundleOptions = { encrypts: false },
): Promise<{ readonly code: string }> {
  return loadBundle([SHARED_FOLDER], await loadBuildId(), options);
}

/** The same code with other values of its constants, by their names: tests wait for seconds where a run waits for days. */
export async function loadWorkflowsWith(
  constants: Readonly<Record<string, number>>,
): Promise<{ readonly code: string }> {
  const { code } = await loadBuiltWorkflows();
  return { code: Object.entries(constants).reduce(withConstant, code) };
}

function withConstant(code: string, [name, value]: readonly [string, number]): string {
  const [before, after, ...others] = code.split(new RegExp(`\\b${name} = [\\d_]+;`, 'u'));
  if (before === undefined || after === undefined || others.length > 0) throw new Error(`${name} is not one constant`);
  return `${before}${name} = ${value};${after}`;
}
