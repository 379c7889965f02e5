/** Variables that make a later program run something else, or load code into it. */
import type { ShellReading } from './reading.ts';
import type { ShellWord } from './words.ts';

/** Their value is a command, a library, or options that name one. */
const RUNNING =
  /^(?:LD_(?:PRELOAD|LIBRARY_PATH|AUDIT)|DYLD_\w+|BASH_ENV|ENV|PROMPT_COMMAND|PS[014]|GIT_(?:SSH|SSH_COMMAND|EXTERNAL_DIFF|PAGER|EDITOR|SEQUENCE_EDITOR|ASKPASS|PROXY_COMMAND|EXEC_PATH|TEMPLATE_DIR|CONFIG\w*)|SSH_ASKPASS|SUDO_ASKPASS|PAGER|MANPAGER|LESSOPEN|LESSCLOSE|EDITOR|VISUAL|BROWSER|NODE_OPTIONS|PYTHON(?:STARTUP|PATH|HOME|BREAKPOINT|INSPECT)|PERL5(?:LIB|OPT|DB)|RUBY(?:LIB|OPT)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|MAKEFLAGS|RUSTC_WRAPPER|CC|CXX|SHELLOPTS|BASHOPTS|BASH_FUNC\w*|IFS|TAR_OPTIONS|RSYNC_RSH|KUBECONFIG|AWS_CONFIG_FILE)$/;
/** They send the traffic of later programs elsewhere, or turn off the check of its certificates. */
const TURNING_ASIDE =
  /^(?:https?_proxy|all_proxy|ftp_proxy|HTTPS?_PROXY|ALL_PROXY|NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY|GIT_SSL_NO_VERIFY|CURL_CA_BUNDLE|SSL_CERT_FILE|npm_config_registry|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|AWS_ENDPOINT_URL\w*)$/;
const TAME = /^(?:|cat|less|more|true|:|vi|vim|nano|never)$/;

export function environmentDoes(name: string, value: ShellWord, reading: ShellReading): void {
  if (name === 'IFS') {
    reading.separatesOddly = true;
    reading.forgetWhatIsSet();
    return;
  }
  if (name === 'PATH' && !/^\$\{?PATH\}?:/.test(value.text)) {
    reading.runsUnread('PATH', 'changes where programs are looked for', 'medium');
  } else if (RUNNING.test(name) && !(value.isFixed && TAME.test(value.text))) {
    reading.runsUnread(name, `sets ${name}, which decides what other programs run`);
  } else if (TURNING_ASIDE.test(name)) {
    reading.does(
      { effect: 'configure', what: `sets ${name} to`, kind: 'detect', role: 'place', risk_level: 'high' },
      [value],
    );
  }
}
