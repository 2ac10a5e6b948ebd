import { loadBuildId } from '../../../workers/build/build-id.ts';
import { type BundleOptions, loadBundle, SHARED_FOLDER } from '../../../workers/build/bundle.ts';

/** The workflow code of this checkout as workers load it: built once, which takes three seconds of processor time. */
export async function loadBuiltWorkflows(
  options: BundleOptions = { encrypts: false },
): Promise<{ readonly code: string }> {
  return loadBundle([SHARED_FOLDER], await loadBuildId(), options);
}
