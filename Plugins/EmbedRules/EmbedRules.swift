import PackagePlugin
@main struct EmbedRules: BuildToolPlugin { func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] { [] } }
