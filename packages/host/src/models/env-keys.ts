import type { Environment } from "../platform/brand.ts";

/** Variables that carry a provider's API key, strongest first. Names as the providers publish them. */
export const PROVIDER_KEY_VARIABLES: Readonly<Record<string, readonly string[]>> = {
	anthropic: ["ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_API_KEY"],
	"ant-ling": ["ANT_LING_API_KEY"],
	azure: ["AZURE_OPENAI_API_KEY"],
	baseten: ["BASETEN_API_KEY"],
	"amazon-bedrock": ["AWS_BEARER_TOKEN_BEDROCK"],
	cerebras: ["CEREBRAS_API_KEY"],
	"cloudflare-ai-gateway": ["CLOUDFLARE_API_KEY"],
	"cloudflare-workers-ai": ["CLOUDFLARE_API_KEY"],
	deepseek: ["DEEPSEEK_API_KEY"],
	fireworks: ["FIREWORKS_API_KEY"],
	"github-copilot": ["COPILOT_GITHUB_TOKEN"],
	google: ["GEMINI_API_KEY"],
	"google-vertex": ["GOOGLE_CLOUD_API_KEY"],
	groq: ["GROQ_API_KEY"],
	huggingface: ["HF_TOKEN"],
	"kimi-coding": ["KIMI_API_KEY"],
	meta: ["META_API_KEY"],
	minimax: ["MINIMAX_API_KEY"],
	"minimax-cn": ["MINIMAX_CN_API_KEY"],
	mistral: ["MISTRAL_API_KEY"],
	moonshotai: ["MOONSHOT_API_KEY"],
	"moonshotai-cn": ["MOONSHOT_API_KEY"],
	nvidia: ["NVIDIA_API_KEY"],
	openai: ["OPENAI_API_KEY"],
	opencode: ["OPENCODE_API_KEY"],
	"opencode-go": ["OPENCODE_API_KEY"],
	openrouter: ["OPENROUTER_API_KEY"],
	"qwen-token-plan": ["QWEN_TOKEN_PLAN_TEAM_API_KEY"],
	"qwen-token-plan-cn": ["QWEN_TOKEN_PLAN_TEAM_CN_API_KEY"],
	"qwen-token-plan-individual": ["QWEN_TOKEN_PLAN_INDIVIDUAL_API_KEY"],
	"qwen-token-plan-individual-cn": ["QWEN_TOKEN_PLAN_INDIVIDUAL_CN_API_KEY"],
	radius: ["RADIUS_API_KEY"],
	together: ["TOGETHER_API_KEY"],
	typesafe: ["TYPESAFE_API_KEY"],
	"vercel-ai-gateway": ["AI_GATEWAY_API_KEY"],
	xai: ["XAI_API_KEY"],
	xiaomi: ["XIAOMI_API_KEY"],
	"xiaomi-token-plan-ams": ["XIAOMI_TOKEN_PLAN_AMS_API_KEY"],
	"xiaomi-token-plan-cn": ["XIAOMI_TOKEN_PLAN_CN_API_KEY"],
	"xiaomi-token-plan-sgp": ["XIAOMI_TOKEN_PLAN_SGP_API_KEY"],
	zai: ["ZAI_API_KEY"],
	"zai-coding-cn": ["ZAI_CODING_CN_API_KEY"],
};

/** The first variable of the provider that is set. */
export function findEnvironmentKey(
	provider: string,
	env: Environment,
): { readonly variable: string; readonly value: string } | undefined {
	const names = Object.hasOwn(PROVIDER_KEY_VARIABLES, provider) ? PROVIDER_KEY_VARIABLES[provider] : undefined;
	for (const variable of names ?? []) {
		const value = env[variable];
		if (value !== undefined && value !== "") return { variable, value };
	}
	return undefined;
}
