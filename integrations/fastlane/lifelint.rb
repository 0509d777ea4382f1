# frozen_string_literal: true

# SPDX-License-Identifier: MIT

require 'English'
require 'fileutils'

module Fastlane
  module Actions
    # Runs `lifelint analyze` and tells what it found; gives back its exit status and the paths of the reports.
    class LifelintAction < Action
      FORMATS = {
        'json' => 'lifelint.json', 'html' => 'lifelint.html', 'markdown' => 'lifelint.md', 'junit' => 'lifelint.xml'
      }.freeze

      MESSAGES = {
        1 => 'findings, or fixed ones that the baseline still lists',
        2 => 'the command line or the configuration is wrong',
        3 => 'some input could not be read',
        4 => 'a rule came to no verdict'
      }.freeze

      def self.run(params)
        reports = reports_in(params[:output_directory], known_formats(params[:binary]))
        status = call(params[:binary], arguments(params, reports))
        unless status.zero?
          message = "lifelint: #{MESSAGES.fetch(status, "status #{status}")}"
          params[:fail_build] ? UI.user_error!(message) : UI.important(message)
        end
        { status: status, reports: reports }
      end

      def self.arguments(params, reports)
        arguments = ['analyze', '--fail-on', params[:fail_on]]
        arguments += ['--config', params[:config]] if params[:config]
        arguments += ['--baseline', params[:baseline]] if params[:baseline]
        arguments << '--strict-baseline' if params[:strict_baseline]
        arguments << '--redact' if params[:redact]
        reports.each { |format, path| arguments += ['--report', "#{format}=#{path}"] }
        arguments + ['--report', 'text', '--', *params[:paths]]
      end

      # Formats that this lifelint writes, so that an older one is asked for nothing that it does not know.
      def self.known_formats(binary)
        help = IO.popen([binary, 'help', 'analyze'], &:read)
        FORMATS.keys.select { |format| help.match?(/^  #{format} /) }
      rescue SystemCallError
        UI.user_error!("lifelint was not found as '#{binary}'")
      end

      def self.reports_in(folder, formats)
        FileUtils.mkdir_p(folder)
        formats.to_h { |format| [format, File.join(folder, FORMATS.fetch(format))] }
      end

      # Without a shell: paths may hold anything.
      def self.call(binary, arguments)
        IO.popen([binary, *arguments]) { |output| output.each_line { |line| UI.message(line.chomp) } }
        $CHILD_STATUS.exitstatus || 128
      end

      def self.description
        'Tells why an app died, and what it did wrong about its life cycle, from logs and reports'
      end

      def self.available_options
        [
          FastlaneCore::ConfigItem.new(key: :paths, description: 'Logs, reports, folders and archives', type: Array),
          FastlaneCore::ConfigItem.new(key: :binary, description: 'The lifelint to use', default_value: 'lifelint'),
          FastlaneCore::ConfigItem.new(key: :config, description: 'The configuration', optional: true),
          FastlaneCore::ConfigItem.new(key: :baseline, description: 'Known findings', optional: true),
          FastlaneCore::ConfigItem.new(key: :strict_baseline, description: 'Fail if the baseline lists what is no longer found',
                                       type: Boolean, default_value: false),
          FastlaneCore::ConfigItem.new(key: :fail_on, description: 'error, warning, info or never',
                                       default_value: 'error'),
          FastlaneCore::ConfigItem.new(key: :fail_build, description: 'End the lane where lifelint fails',
                                       type: Boolean, default_value: true),
          FastlaneCore::ConfigItem.new(key: :redact, description: 'Mask personal data in every report',
                                       type: Boolean, default_value: false),
          FastlaneCore::ConfigItem.new(key: :output_directory, description: 'The folder for reports',
                                       default_value: 'fastlane/lifelint')
        ]
      end

      def self.return_value
        'The exit status of lifelint and the paths of the reports: { status:, reports: }'
      end

      def self.authors
        ['lifelint']
      end

      def self.is_supported?(platform)
        %i[ios mac].include?(platform)
      end

      def self.category
        :testing
      end
    end
  end
end
