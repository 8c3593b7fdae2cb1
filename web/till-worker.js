/* global version, files -- the build writes them above this line */

/**
 * Stores the till's files and the signed-in user on the device, the user encrypted with the key that the till made. It
 * responds only for pages below /sales/pos, and only when the network does not. The page itself stores sales.
 */
const cacheName = `till-${version}`;
const person = 'till-user';
const shell = '/sales/pos';
const patience = 4000;

addEventListener('install', event => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      await cache.addAll([...files, shell, '/colour-mode.js', '/icon.svg']);
      await skipWaiting();
    })(),
  );
});

addEventListener('activate', event => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter(name => name.startsWith('till-') && name !== cacheName && name !== person);
      await Promise.all(old.map(name => caches.delete(name)));
      await clients.claim();
    })(),
  );
});

addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fromNetworkOr(request, () => caches.match(shell)));
  else if (pathname.startsWith('/assets/') || pathname.startsWith(`${shell}/assets/`))
    event.respondWith(caches.match(request).then(found => found ?? fetch(request)));
  else if (pathname === '/colour-mode.js' || pathname === '/icon.svg')
    event.respondWith(fromNetworkOr(request, () => caches.match(request)));
  // A session that is returned to is asked of the server alone.
  else if (pathname === '/api/auth/user' && request.cache !== 'no-store')
    event.respondWith(whoIsSignedIn(request));
});

/** The till says who is selling: its page may have been opened before this worker ran, or at another path. */
addEventListener('message', event => {
  const headers = { authorization: String(event.data) };
  event.waitUntil(whoIsSignedIn(new Request('/api/auth/user', { headers })));
});

/** The network's reply; the stored one when there is none, or none in time. */
async function fromNetworkOr(request, fallback) {
  const late = new Promise(resolve => setTimeout(resolve, patience));
  const fetched = fetch(request).catch(() => undefined);
  const first = await Promise.race([fetched, late]);
  if (first) return first;
  return (await fallback()) ?? (await fetched) ?? Response.error();
}

let turns = 0;

/** Offline, the user is the one who last signed in with the same token. */
async function whoIsSignedIn(request) {
  turns += 1;
  const turn = turns;
  const cache = await caches.open(person);
  const name = `/till-user/${await inShort(request.headers.get('authorization') ?? '')}`;
  const known = async () => opened(await cache.match(name), name);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      const sealed = await encrypted(await answer.clone().arrayBuffer(), name);
      await keepOnly(turn, cache, name, sealed);
    } else if (answer.status === 401) await cache.delete(name);
    // A gateway error says nothing about the user.
    else if (answer.status >= 502) return (await known()) ?? answer;
    return answer;
  } catch {
    return (await known()) ?? Response.error();
  }
}

let keeping = Promise.resolve();
let kept = 0;

/**
 * Stores the user, and removes others after that: the till may be closed, or lose its network, at any moment. Of two users
 * the one who was asked for last is kept, however late the answer about the other one is.
 */
function keepOnly(turn, cache, name, sealed) {
  const keep = async () => {
    if (turn < kept) return;
    kept = turn;
    if (sealed) await cache.put(name, sealed);
    for (const other of await cache.keys())
      if (!sealed || new URL(other.url).pathname !== name) await cache.delete(other);
  };
  keeping = keeping.then(keep).catch(() => undefined);
  return keeping;
}

const nonceBytes = 12;
const cipher = (nonce, name) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(name),
});

/** Nothing without the key: signing out has removed it, or the till has not been opened yet. */
async function encrypted(bytes, name) {
  const key = await keyOfTill();
  if (!key) return undefined;
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  return new Response(new Blob([nonce, await crypto.subtle.encrypt(cipher(nonce, name), key, bytes)]));
}

async function opened(stored, name) {
  const key = stored && (await keyOfTill());
  if (!key) return undefined;
  const bytes = new Uint8Array(await stored.arrayBuffer());
  const nonce = bytes.slice(0, nonceBytes);
  try {
    const text = await crypto.subtle.decrypt(cipher(nonce, name), key, bytes.slice(nonceBytes));
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  } catch {
    return undefined;
  }
}

/** The key that `prepare-storage.ts` made. */
const keyOfTill = () =>
  new Promise(resolve => {
    const opening = indexedDB.open('counterfoil-till');
    opening.addEventListener('upgradeneeded', () => opening.transaction.abort());
    opening.addEventListener('error', () => resolve(undefined));
    opening.addEventListener('success', () => {
      const database = opening.result;
      database.addEventListener('versionchange', () => database.close());
      const has = database.objectStoreNames.contains('key');
      const asked = has ? database.transaction('key').objectStore('key').get('device') : undefined;
      asked?.addEventListener('success', () => resolve(asked.result?.key));
      asked?.addEventListener('error', () => resolve(undefined));
      if (!asked) resolve(undefined);
      database.close();
    });
  });

async function inShort(text) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('');
}
