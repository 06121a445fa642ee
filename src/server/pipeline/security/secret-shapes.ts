// Table of well-known shapes of tokens and webhook URLs.

/** Tokens of one issuer. Each pattern is bounded, so that a search takes time in proportion to the text. */
interface Shape {
  readonly issuer: string;
  /** Of a whole token, which begins behind no letter and no digit. */
  readonly pattern: RegExp;
  /** Whether it begins behind no `-` or `_` either, because URL-safe Base64 may contain it by chance. Default false. */
  readonly isAlone?: boolean;
  /** Where the shape is described. */
  readonly source: string;
}

/** Tokens match by prefix and length, never by randomness: ids, UUIDs, digests and Base64 are not redacted. */
export const TOKEN_SHAPES: readonly Shape[] = [
  {
    issuer: 'JSON Web Token, signed or encrypted',
    isAlone: true,
    pattern: /eyJ[\w-]{8,}\.[\w-]{2,}(?:\.[\w-]*){1,3}/,
    source: 'RFC 7519, section 3; RFC 7516, section 3',
  },
  {
    issuer: 'GitHub',
    pattern: /(?:gh[pousr]_[A-Za-z0-9_]{20,255}|github_pat_\w{22,255})/,
    source: 'https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/',
  },
  {
    issuer: 'GitLab',
    pattern: /gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|wt|soat|ffct)-[\w.-]{20,300}/,
    source: 'https://docs.gitlab.com/security/tokens/#token-prefixes',
  },
  {
    issuer: 'Slack',
    pattern: /x(?:ox[abeoprs]|app|oxe\.xox[bp])-[\w-]{10,255}/,
    source: 'https://docs.slack.dev/authentication/tokens',
  },
  {
    issuer: 'AWS access key id',
    pattern: /(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/,
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids',
  },
  {
    issuer: 'Google API key, OAuth token, client secret and refresh token',
    pattern: /(?:AIza[\w-]{35}|ya29\.[\w-]{20,2048}|GOCSPX-[\w-]{28}|1\/\/0[\w-]{30,256})/,
    source:
      'https://docs.cloud.google.com/docs/authentication/api-keys; https://developers.google.com/identity/protocols/oauth2',
  },
  {
    issuer: 'Azure client secret',
    pattern: /[\w~.]{3}\dQ~[\w~.-]{31,34}/,
    source: 'https://learn.microsoft.com/en-us/purview/sit-defn-azure-ad-client-secret',
  },
  {
    issuer: 'Stripe secret, restricted and webhook keys',
    pattern: /(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}|whsec_[A-Za-z0-9+/=]{20,255})/,
    source: 'https://docs.stripe.com/keys',
  },
  {
    issuer: 'npm',
    pattern: /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/,
    source: 'https://docs.npmjs.com/about-access-tokens',
  },
  { issuer: 'PyPI', pattern: /pypi-AgE[\w-]{50,1000}/, source: 'https://pypi.org/help/#apitoken' },
  {
    issuer: 'RubyGems',
    pattern: /rubygems_[a-f0-9]{48}/,
    source: 'https://guides.rubygems.org/api-key-scopes/',
  },
  {
    issuer: 'SendGrid',
    pattern: /SG\.[\w-]{16,32}\.[\w-]{32,64}/,
    source: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
  },
  {
    issuer: 'Telegram bot',
    pattern: /\d{8,10}:AA[\w-]{33}(?![\w-])/,
    source: 'https://core.telegram.org/bots/api#authorizing-your-bot',
  },
  {
    issuer: 'OpenAI and Anthropic',
    isAlone: true,
    pattern: /sk-(?:(?:ant|proj|svcacct|admin)-[\w-]{20,255}|[A-Za-z0-9]{32,64}(?![\w-]))/,
    source: 'https://platform.openai.com/docs/api-reference/authentication; https://docs.anthropic.com/en/api/overview',
  },
  {
    issuer: 'Hugging Face',
    pattern: /hf_[A-Za-z]{34}(?![A-Za-z0-9])/,
    source: 'https://huggingface.co/docs/hub/security-tokens',
  },
  {
    issuer: 'DigitalOcean',
    pattern: /do[opr]_v1_[a-f0-9]{64}/,
    source: 'https://docs.digitalocean.com/reference/api/create-personal-access-token/',
  },
  {
    issuer: 'Shopify',
    pattern: /shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}/,
    source: 'https://shopify.dev/docs/apps/build/authentication-authorization',
  },
  {
    issuer: 'Square',
    pattern: /sq0(?:atp|csp)-[\w-]{22,43}/,
    source: 'https://developer.squareup.com/docs/build-basics/access-tokens',
  },
  {
    issuer: 'Atlassian',
    pattern: /AT(?:ATT|CTT|BB)3?[\w=-]{24,400}/,
    source: 'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/',
  },
  {
    issuer: 'Databricks',
    pattern: /dapi[a-f0-9]{32}(?:-\d)?(?![A-Za-z0-9])/,
    source: 'https://docs.databricks.com/aws/en/dev-tools/auth/pat',
  },
  {
    issuer: 'Linear',
    pattern: /lin_(?:api|oauth)_[A-Za-z0-9]{32,64}/,
    source: 'https://linear.app/developers/graphql',
  },
  {
    issuer: 'Notion',
    pattern: /(?:secret|ntn)_[A-Za-z0-9]{40,60}(?![A-Za-z0-9])/,
    source: 'https://developers.notion.com/docs/authorization',
  },
  {
    issuer: 'HashiCorp Vault',
    pattern: /hv[bsr]\.[\w-]{24,300}/,
    source: 'https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes',
  },
  {
    issuer: 'HashiCorp Terraform',
    pattern: /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}/,
    source: 'https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens',
  },
  {
    issuer: 'Grafana',
    pattern: /gl(?:sa_[A-Za-z0-9]{32}_[a-f0-9]{8}|c_[A-Za-z0-9+/]{32,400}={0,2})/,
    source: 'https://grafana.com/docs/grafana/latest/administration/service-accounts/',
  },
  {
    issuer: 'New Relic',
    pattern: /NRAK-[A-Z0-9]{27}/,
    source: 'https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/',
  },
  {
    issuer: 'Docker Hub',
    pattern: /dckr_(?:pat|oat)_[\w-]{24,64}/,
    source: 'https://docs.docker.com/security/access-tokens/',
  },
  {
    issuer: 'Supabase',
    pattern: /sb(?:p|_secret)_[\w-]{20,64}/,
    source: 'https://supabase.com/docs/guides/api/api-keys',
  },
  {
    issuer: 'Postman',
    pattern: /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/,
    source: 'https://learning.postman.com/docs/developer/postman-api/authentication/',
  },
  {
    issuer: 'Mailgun',
    pattern: /key-[a-f0-9]{32}(?![A-Za-z0-9])/,
    source: 'https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt',
  },
  {
    issuer: 'Mailchimp',
    pattern: /[a-f0-9]{32}-us\d{1,2}(?!\d)/,
    source: 'https://mailchimp.com/developer/marketing/docs/fundamentals/',
  },
  {
    issuer: 'CAS ticket',
    pattern: /(?:ST|PT|TGT|PGT)-\d{1,10}-[\w.-]{20,256}/,
    source: 'https://apereo.github.io/cas/development/protocol/CAS-Protocol-Specification.html',
  },
  { issuer: 'age', pattern: /AGE-SECRET-KEY-1[A-Z0-9]{58}/, source: 'https://age-encryption.org/v1' },
];

/** A slash in a URL, in JSON, or in a URL inside a URL. */
const SLASH = String.raw`(?:\\?\/|%2[fF])`;

/** The secret part of webhook URLs, which need no other credential. It goes on behind any host. */
export const WEBHOOK_SHAPES: readonly Shape[] = [
  {
    issuer: 'Slack',
    pattern: new RegExp(
      String.raw`${SLASH}(?:services|workflows|triggers)${SLASH}[TE]\w{6,16}${SLASH}[\w]{6,24}${SLASH}[\w]{12,64}(?:${SLASH}\w{12,64})?`,
    ),
    source: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  },
  {
    issuer: 'Discord',
    pattern: new RegExp(String.raw`${SLASH}webhooks${SLASH}\d{15,21}${SLASH}[\w-]{50,90}`),
    source: 'https://docs.discord.com/developers/resources/webhook',
  },
  {
    issuer: 'Microsoft Teams',
    pattern: new RegExp(
      String.raw`${SLASH}webhookb2${SLASH}[\w@-]{36,90}${SLASH}IncomingWebhook${SLASH}[\w/\\%-]{20,200}`,
    ),
    source:
      'https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook',
  },
  {
    issuer: 'Zapier',
    pattern: new RegExp(String.raw`${SLASH}hooks${SLASH}catch${SLASH}\d{1,12}${SLASH}\w{4,24}`),
    source: 'https://help.zapier.com/hc/en-us/articles/8496288690317-Trigger-Zaps-from-webhooks',
  },
];
