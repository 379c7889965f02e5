/** File names that end like domains. If either may be meant, it is a file. */
const FILE_ENDING =
  /\.(?:md|py|sh|rs|pl|ps|zip|mov|js|ts|jsx|tsx|mjs|cjs|json|ya?ml|toml|ini|cfg|conf|env|lock|csv|tsv|xlsx?|docx?|pptx?|pdf|txt|rtf|odt|ods|odp|html?|xml|css|scss|sql|db|sqlite|log|bak|tmp|gz|tar|tgz|rar|7z|png|jpe?g|gif|svg|webp|heic|mp[34]|wav|avi|mkv|go|java|kt|swift|rb|php|cs?|cpp|h|hpp|ipynb|tf|tfvars|hcl|proto|parquet|avro|ics|eml|msg|vcf|pem|key|crt|cer|p12|whl|jar|exe|dmg|pkg|deb|rpm|iso|dwg|psd|ai|sketch|fig|drawio|tex|bib|lua|r|vue|svelte|gradle|dockerfile|mdx|rst|adoc|patch|diff)$/i;

export function isFileName(text: string): boolean {
  return FILE_ENDING.test(text);
}
