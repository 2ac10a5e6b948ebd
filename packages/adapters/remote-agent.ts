import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

/** Names that only the own network knows. */
const OWN = /^[^.]+$|\.(?:localhost|local|lan|home|internal|intranet|corp|home\.arpa)$/i;

/**
 * Connections to a configured server: through the proxy that HTTP_PROXY or HTTPS_PROXY names, unless NO_PROXY names the
 * server. Loopback and the own network are always reached directly.
 */
export function createRemoteAgent(options: Agent.Options = {}): Dispatcher {
  const [direct, proxied] = [new Agent(options), new EnvHttpProxyAgent(options)];
  return direct.compose(
    (dispatch) => (request, handler) =>
      isOfOwnNetwork(request.origin) ? dispatch(request, handler) : proxied.dispatch(request, handler),
  );
}

function isOfOwnNetwork(origin: Dispatcher.DispatchOptions['origin']): boolean {
  const host = URL.parse(String(origin))?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return isIP(host) === 0 ? OWN.test(host) : ipaddr.process(host).range() !== 'unicast';
}
