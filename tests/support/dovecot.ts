import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './counterfoil-process';
import { dovecotProgram as program } from './dovecot-program';
import { temporaryFolder } from './temporary-folder';

export { withoutDovecot } from './dovecot-program';

/** A real IMAP server on the loopback with one mailbox, in a folder of its own. */
export type Dovecot = {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Delivers a message to a folder, older by a number of minutes. */
  readonly deliver: (message: string, options?: { folder?: string; minutesAgo?: number }) => void;
  /** While stopped: adds these messages to the mailbox, already seen, a minute apart. */
  readonly fill: (messages: Iterable<string>) => void;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops the server at once, because its mail is no longer needed and an orderly stop takes a second. */
  readonly end: () => Promise<void>;
  /** While stopped: forgets all message numbers of the inbox. It renumbers them under the next UIDVALIDITY. */
  readonly forgetNumbers: () => void;
  /** While stopped: removes a folder. */
  readonly remove: (folder: string) => void;
  /** The messages of a folder, sorted: each subject with the flags in its file name. */
  readonly holds: (folder?: string) => string[];
  readonly contentOf: (subject: string, folder: string) => string;
  /** As another email program does: flags a message of the inbox, moves it to a folder, deletes it. */
  readonly mark: (subject: string, flags: string) => void;
  readonly carry: (subject: string, folder: string) => void;
  readonly discard: (subject: string) => void;
  /** Restricts the owner's rights to a folder, such as to `lrs` for read and mark only. */
  readonly permit: (folder: string | undefined, rights: string) => void;
  /** Puts a file where a folder would be, so that the server cannot create it. */
  readonly occupy: (folder: string) => void;
};

export type DovecotOptions = {
  readonly tls?: boolean;
  /** Folders with a special use, such as `{ Bin: '\\Trash' }`; by default only Sent. */
  readonly specialUse?: Readonly<Record<string, string>>;
  /** The server's capabilities, instead of all that it supports. */
  readonly capability?: string;
  /** The maximum number of messages in the mailbox. */
  readonly maxMessages?: number;
};

let delivered = 0;

export async function startDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
  const folder = temporaryFolder();
  const mail = join(folder, 'mail');
  const port = await freePort();
  for (const part of ['', 'new', 'cur', 'tmp']) mkdirSync(join(mail, part), { recursive: true });
  writeFileSync(join(folder, 'users'), 'shop:{PLAIN}sesame::::::\n');
  if (options.tls) makeCertificate(folder);
  writeFileSync(join(folder, 'dovecot.conf'), configuration(folder, mail, port, options));
  let child: ChildProcess | undefined;

  const start = async () => {
    giveToMailUser(mail);
    child = spawn(program ?? '', ['-F', '-c', join(folder, 'dovecot.conf')], {
      stdio: 'ignore',
      detached: true,
    });
    await answers(port);
  };
  const stop = async () => {
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    // Its child processes end a little later, and would write what is being forgotten.
    if (child.pid !== undefined) endGroup(child.pid);
  };
  const end = async () => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    endGroup(child.pid);
    await ended;
  };
  await start();
  return {
    port,
    user: 'shop',
    password: 'sesame',
    start,
    stop,
    end,
    deliver: (message, { folder: name, minutesAgo = 0 } = {}) => {
      const into = name === undefined ? mail : join(mail, `.${name}`);
      for (const part of ['', 'new', 'cur', 'tmp']) mkdirSync(join(into, part), { recursive: true });
      const file = join(into, 'tmp', `${Date.now()}.${++delivered}.shop`);
      writeFileSync(file, message.replaceAll(/\r?\n/g, '\r\n'));
      const at = Math.floor(Date.now() / 1000) - minutesAgo * 60;
      utimesSync(file, at, at);
      giveToMailUser(mail);
      execFileSync('mv', [file, join(into, 'new')]);
    },
    fill: messages => {
      const newest = Math.floor(Date.now() / 1000);
      let age = 0;
      for (const message of messages) {
        const file = join(mail, 'cur', `${newest}.fill${++age}.shop:2,S`);
        writeFileSync(file, message.replaceAll(/\r?\n/g, '\r\n'));
        utimesSync(file, newest - age * 60, newest - age * 60);
      }
    },
    holds: (name?: string) =>
      filesOf(name === undefined ? mail : join(mail, `.${name}`))
        .map(({ file, subject }) => `${subject} ${/:2,(\w*)$/.exec(file)?.[1] ?? ''}`.trim())
        .sort(),
    contentOf: (subject, name) => readFileSync(fileOf(join(mail, `.${name}`), subject), 'utf8'),
    mark: (subject, flags) => {
      const file = fileOf(mail, subject);
      const [name = ''] = basename(file).split(':');
      renameSync(file, join(mail, 'cur', `${name}:2,${flags}`));
    },
    carry: (subject, name) => {
      const file = fileOf(mail, subject);
      for (const part of ['', 'new', 'cur', 'tmp'])
        mkdirSync(join(mail, `.${name}`, part), { recursive: true });
      giveToMailUser(mail);
      renameSync(file, join(mail, `.${name}`, 'cur', `${basename(file).split(':')[0] ?? ''}:2,`));
    },
    discard: subject => rmSync(fileOf(mail, subject)),
    permit: (name, rights) => {
      const into = name === undefined ? mail : join(mail, `.${name}`);
      mkdirSync(into, { recursive: true });
      writeFileSync(join(into, 'dovecot-acl'), `owner ${rights}\n`);
      giveToMailUser(mail);
    },
    occupy: name => writeFileSync(join(mail, `.${name}`), ''),
    remove: name => rmSync(join(mail, `.${name}`), { recursive: true }),
    forgetNumbers: () => {
      // Without its last UIDVALIDITY, the next one would be the time in seconds, which may be the same.
      for (const name of readdirSync(mail))
        if (name.startsWith('dovecot') && !name.startsWith('dovecot-uidvalidity'))
          rmSync(join(mail, name), { recursive: true });
    },
  };
}

/**
 * The messages of a folder. The server renames a file when it first shows it and when its flags change, so a
 * listing with a file that is no longer there is taken again.
 */
function filesOf(folder: string): { file: string; subject: string }[] {
  for (;;) {
    try {
      return ['new', 'cur']
        .map(part => join(folder, part))
        .filter(part => existsSync(part))
        .flatMap(part => readdirSync(part).map(name => join(part, name)))
        .map(file => ({
          file,
          subject: /^Subject: (.*?)\r?$/im.exec(readFileSync(file, 'utf8'))?.[1] ?? '',
        }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

function fileOf(folder: string, name: string): string {
  const found = filesOf(folder).find(({ subject }) => subject === name);
  if (!found) throw new Error(`There is no message called ${name}.`);
  return found.file;
}

/** Ends a process group. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All have already ended.
  }
}

const isRoot = userInfo().uid === 0;

/** As root it runs its parts as the accounts of its package; otherwise all as the current account. */
function giveToMailUser(mail: string): void {
  if (isRoot) execFileSync('chown', ['-R', 'nobody:nogroup', mail]);
}

function configuration(folder: string, mail: string, port: number, options: DovecotOptions): string {
  const { tls = false, specialUse = { Sent: '\\Sent' }, capability, maxMessages } = options;
  const me = userInfo().username;
  const accounts = isRoot
    ? ''
    : `default_internal_user = ${me}\ndefault_login_user = ${me}\ndefault_internal_group = ${execFileSync('id', ['-gn']).toString().trim()}\n`;
  const mailUser = isRoot ? 'uid=nobody gid=nogroup' : `uid=${userInfo().uid} gid=${userInfo().gid}`;
  return `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
${accounts}ssl = ${tls ? 'yes' : 'no'}
${tls ? `ssl_cert = <${folder}/cert.pem\nssl_key = <${folder}/key.pem\n` : ''}disable_plaintext_auth = no
auth_failure_delay = 0
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${mail}
passdb {
  driver = passwd-file
  args = scheme=PLAIN ${folder}/users
}
userdb {
  driver = static
  args = ${mailUser} home=${mail}
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${tls ? 0 : port}
  }
  inet_listener imaps {
    port = ${tls ? port : 0}
    ssl = yes
  }
}
namespace inbox {
  inbox = yes
  separator = /
${Object.entries(specialUse)
  .map(([name, use]) => `  mailbox ${name} {\n    special_use = ${use}\n    auto = subscribe\n  }\n`)
  .join('')}}
mail_plugins = acl quota
protocol imap {
  mail_plugins = acl quota imap_quota
}
plugin {
  acl = vfile
  quota = maildir:All
${maxMessages === undefined ? '' : `  quota_rule = *:messages=${maxMessages}\n`}}
${capability === undefined ? '' : `imap_capability = ${capability}\n`}`;
}

function makeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], {
    stdio: 'ignore',
  });
  chmodSync(join(folder, 'key.pem'), 0o600);
}

/** Waits until something answers at the port. */
async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(port, '127.0.0.1');
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
    await pause(50);
  }
  throw new Error('Dovecot does not answer.');
}
